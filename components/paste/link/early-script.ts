/**
 * The early script of an encrypted link: fetches, decrypts and shows the first lines before React has loaded, which then takes
 * what was read. Failures are left to React. The key stays in the address.
 */
import { loadPageData } from '#components/shell/page-data';
import type { ViewData } from '#lib/pastes/reading/viewed-paste.rules';
import { leaveEarly } from './early';
import { readEarly } from './read-early';

/** A content up to this many bytes arrives before the page's programs, which would have to share the connection with it. */
const BEFORE_PROGRAMS_BYTES = 512 * 1024;

function loadPrograms({ dataset: { programs = '' } }: HTMLOrSVGScriptElement): void {
  for (const [, src, integrity] of programs.matchAll(/(\S+) (\S+)/g))
    document.head.append(Object.assign(document.createElement('script'), { src, integrity, crossOrigin: 'anonymous', async: true }));
}

const { currentScript } = document;
const data = loadPageData() as Promise<Partial<ViewData>>;
const early = readEarly(data);
leaveEarly(early);
if (currentScript) {
  const load = () => loadPrograms(currentScript);
  data.then(({ paste }) => (paste && paste.contentBytes > BEFORE_PROGRAMS_BYTES ? undefined : early)).then(load, load);
}
