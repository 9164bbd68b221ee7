/** Titles and languages that are markup, as the page renders them after decryption. */
import { expect, it } from 'vitest';
import { runWorkers } from '#components/testing/fake-worker';
import { openView, shownText } from '#components/testing/open-view';
import { PAYLOADS, packed } from '#components/testing/payloads';
import { sealedPaste } from '#components/testing/viewed-paste';
import { normalizeLanguage } from '#lib/languages/language.rules';

const TITLES = packed(PAYLOADS, 255);
const SYNTAXES = PAYLOADS.filter((payload) => [...payload].length <= 64 && !/\p{Cc}/u.test(payload));
/** Characters for which the page adds a warning element. */
const HIDDEN_DIRECTION = /[\u202A-\u202E\u2066-\u2069]/;

/** Returns the page's elements with the names of their attributes, its heading and the chosen language. */
async function drawn(title: string, syntax: string) {
  const { inPage, key } = await sealedPaste({ content: 'x', title, syntax });
  const { container, unmount } = openView(inPage, `#${key}`);
  await shownText();
  const elements = [...container.querySelectorAll('*')].map(
    ({ localName, attributes }) => `${localName} ${[...attributes].map(({ name }) => name).join(' ')}`,
  );
  const heading = container.querySelector('h1')?.textContent;
  const chosen = container.querySelector('select')?.selectedOptions[0]?.textContent;
  unmount();
  return { elements, heading, chosen };
}

it('hostile titles and languages of encrypted pastes add no element or attribute', async () => {
  // A few of the payloads are languages, which start a colour worker.
  runWorkers();
  const plain = await drawn('x', 'xx');
  const hidden = await drawn('\u202Ex', 'xx');
  for (const [index, title] of TITLES.entries()) {
    const syntax = SYNTAXES[index] as string;
    const expected = HIDDEN_DIRECTION.test(title) ? hidden : plain;
    expect(await drawn(title, syntax), title).toEqual({ elements: expected.elements, heading: title, chosen: normalizeLanguage(syntax) });
  }
});
