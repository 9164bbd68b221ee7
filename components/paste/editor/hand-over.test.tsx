/** The message that goes with a link. */
import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { handOverMessages as messages } from '#components/messages/hand-over';
import { LETTERS } from '#components/messages/letters/index';
import { linkMessages } from '#components/messages/link';
import { startUser } from '#components/testing/fake-browser';
import { attributesWithSecrets } from '#components/testing/links';
import { HandOver } from './hand-over';
import type { CreatedPaste } from './model/created-paste';

const KEY = 'K'.repeat(43);
const ADDRESS = 'https://paste.example/view/abc';
const { en, de } = LETTERS as Record<'en' | 'de', typeof LETTERS.en>;

const PASTE: CreatedPaste = {
  link: `${ADDRESS}#${KEY}`,
  manageLink: null,
  publicId: 'abc',
  manageToken: null,
  expiresAt: null,
  isE2ee: true,
  burnAfterRead: false,
  hasPassword: false,
  maxReads: null,
  releaseLinks: [],
};

// The message names the zone of its sender.
beforeEach(() => void vi.stubEnv('TZ', 'UTC'));
afterEach(() => void vi.unstubAllEnvs());

function open(fields: Partial<CreatedPaste> = {}) {
  const onTaken = vi.fn();
  const user = startUser();
  render(<HandOver paste={{ ...PASTE, ...fields }} onTaken={onTaken} />);
  return { user, onTaken };
}

const written = () => screen.getByLabelText<HTMLTextAreaElement>(messages.title).value.split('\n');

it.each<[string, Partial<CreatedPaste>, readonly string[]]>([
  ['alone', {}, []],
  ['once, with a password', { burnAfterRead: true, hasPassword: true }, [en.password, en.once]],
  ['after a release', { burnAfterRead: true, releaseLinks: ['https://paste.example/manage/abc#r=t'] }, [en.release, en.once]],
  ['by a mailed code', { burnAfterRead: true, isMailed: true }, [en.mailed, en.once]],
  ['three times', { maxReads: 3 }, [en.reads(3)]],
  ['until a time', { expiresAt: '2026-12-01T12:00:00.000Z' }, [en.until('Tue, 1 Dec 2026, 12:00 UTC')]],
])('the message says how the link opens: %s', (_, fields, lines) => {
  open(fields);
  expect(written()).toEqual([en.intro, PASTE.link, ...lines]);
});

it('the message is in the language of its reader, and goes as its sender changes it', async () => {
  const { user, onTaken } = open({ burnAfterRead: true });
  await user.selectOptions(screen.getByLabelText(messages.language), 'de');
  expect(written()).toEqual([de.intro, PASTE.link, de.once]);
  await user.type(screen.getByLabelText(messages.title), '{Control>}{End}{/Control}\nGruß');
  await user.click(screen.getByRole('button', { name: messages.copy }));
  expect(await navigator.clipboard.readText()).toBe([de.intro, PASTE.link, de.once, 'Gruß'].join('\n'));
  expect(onTaken).toHaveBeenCalledOnce();
});

it('the key goes in a second message, and both together are the whole link', async () => {
  const { user, onTaken } = open();
  await user.click(screen.getByLabelText(messages.apart));
  expect(written()).toEqual([en.intro, ADDRESS, en.apart]);
  await user.click(screen.getByRole('button', { name: messages.copy }));
  expect(onTaken).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: messages.copySecond }));
  expect(await navigator.clipboard.readText()).toBe(`${en.key}\n${KEY}`);
  expect(onTaken).toHaveBeenCalledOnce();
  expect(attributesWithSecrets(document, [KEY])).toEqual([]);
});

it('a share sheet takes the message when it was shared, not when it was closed', async () => {
  const share = vi.fn().mockRejectedValueOnce(new DOMException('closed', 'AbortError')).mockResolvedValueOnce(undefined);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }));
  const { user, onTaken } = open();
  await user.click(screen.getByRole('button', { name: linkMessages.share }));
  expect(onTaken).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: linkMessages.share }));
  expect(onTaken).toHaveBeenCalledOnce();
  expect(share).toHaveBeenLastCalledWith({ text: `${en.intro}\n${PASTE.link}` });
});
