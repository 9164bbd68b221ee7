/**
 * The early script of an encrypted link: decrypts a small envelope and shows its first lines before React has loaded, which
 * then shows the same text. Failures are left to React. The key stays in the address.
 */
import { loadPageData } from '#components/shell/page-data';
import { openWithKey } from '#lib/envelope/envelope-direct';
import type { DocumentText } from '#lib/envelope/envelope-document';
import { parseFragment } from '#lib/envelope/fragment';
import type { ViewData } from '#lib/pastes/reading/viewed-paste.rules';
import { PREVIEW_MAX_CHARACTERS, PREVIEW_MAX_LINES } from '../view/model/view-limits';
import { firstLines, splitLines } from '../view/model/view-text';
import { EARLY_LINES_ID, EARLY_MAX_CHARACTERS, EARLY_TITLE_ID } from './early-elements';
import { leaveOpened } from './opened-early';

async function open(): Promise<DocumentText | null> {
  const { paste } = (await loadPageData()) as Partial<ViewData>;
  const { key } = parseFragment(location.hash);
  if (!paste?.isEnvelope || !paste.content || paste.content.length > EARLY_MAX_CHARACTERS || !key) return null;
  const opened = await openWithKey(paste.content, key);
  if (opened.files !== undefined) return null;
  render(opened);
  return opened;
}

function render({ title, content }: DocumentText): void {
  const heading = document.getElementById(EARLY_TITLE_ID);
  const place = document.getElementById(EARLY_LINES_ID);
  if (!place || new URLSearchParams(location.search).has('raw')) return;
  if (heading && title) heading.textContent = title;
  for (const line of splitLines(firstLines(content, PREVIEW_MAX_LINES, PREVIEW_MAX_CHARACTERS))) {
    const element = document.createElement('span');
    element.className = place.dataset.line ?? '';
    element.textContent = `${line}\n`;
    place.append(element);
  }
}

/** Loads the page's programs: not before the data, which would have to share the connection with them. */
function loadPrograms({ dataset: { programs = '' } }: HTMLOrSVGScriptElement): void {
  for (const [, src, integrity] of programs.matchAll(/(\S+) (\S+)/g))
    document.head.append(Object.assign(document.createElement('script'), { src, integrity, async: true }));
}

const { currentScript } = document;
if (currentScript) {
  const load = () => loadPrograms(currentScript);
  loadPageData().then(load, load);
}
leaveOpened(open().catch(() => null));
