/**
 * The early script of an encrypted link: fetches, decrypts and shows the first lines before React has loaded, which then takes
 * what was read. Failures are left to React. The key stays in the address.
 */
import '#components/shell/early-script';
import { loadPageData } from '#components/shell/page-data';
import type { ViewData } from '#lib/pastes/reading/viewed-paste.rules';
import { leaveEarly } from './early';
import { readEarly } from './read-early';

/** A content up to this many bytes arrives before the page's program, which would have to share the connection with it. */
const BEFORE_PROGRAM_BYTES = 512 * 1024;

function loadProgram({ dataset: { program = '' } }: HTMLOrSVGScriptElement): void {
  for (const [, src, integrity] of program.matchAll(/(\S+) (\S+)/g))
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src, integrity }));
}

/**
 * Runs something once the text is on the screen: its frame is drawn while the next one is prepared. A program from the browser's
 * cache would otherwise run before. A tab in the background has no frames.
 */
function afterPaint(run: () => void): void {
  if (document.hidden) run();
  else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(run)));
}

const { currentScript } = document;
const data = loadPageData() as Promise<Partial<ViewData>>;
const early = readEarly(data);
leaveEarly(early);
if (currentScript) {
  const load = () => afterPaint(() => loadProgram(currentScript));
  data.then(({ paste }) => (paste && paste.contentBytes > BEFORE_PROGRAM_BYTES ? undefined : early)).then(load, load);
}
