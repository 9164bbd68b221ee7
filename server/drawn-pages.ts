/**
 * Pages that are the same for everybody who isn't signed in: the ones that most visits begin with, and the one that says
 * that nothing is there, which programs look for hundreds at a time. Next draws each once for each look that it may have,
 * and copies are sent (docs/decisions/0060-copies-of-pages.md).
 *
 * Guarantees: what names its visitor, or depends on more than the path, is left to Next.
 */
import type { IncomingMessage } from 'node:http';
import { type Drawn, drawPage } from './draw-page';
import type { Pages } from './pages';

/** An address that no page has. */
const NOWHERE = '/-';
/** Of these nothing depends on the request but the look. */
const SHARED_PATHS: readonly string[] = ['/', '/requests', '/docs/how', '/docs/cli'];

/** The same for all who aren't signed in. */
interface SharedPage {
  /** Its path; for all that no page has, one of them. */
  path: string;
  status: 200 | 404;
}

export function createDrawnPages(pages: Pages) {
  const drawn = new Map<string, Promise<Drawn>>();

  function drawOnce(page: SharedPage, look: string): Promise<Drawn> {
    const key = `${page.path} ${look}`;
    const known = drawn.get(key);
    if (known !== undefined) return known;
    const drawing = draw(page, look);
    drawn.set(key, drawing);
    drawing.catch(() => drawn.delete(key));
    return drawing;
  }

  async function draw({ path, status }: SharedPage, look: string): Promise<Drawn> {
    const page = await drawPage(pages, path, look);
    if (page.status !== status) throw new Error(`expected ${path} with status ${status}, got ${page.status}`);
    return page;
  }

  return {
    /**
     * @param path without the query @param look cookies of the look alone
     * @returns the page of which a copy is the response; null: Next draws the response. Rejects where Next responds with another status
     */
    find({ url }: IncomingMessage, path: string, look: string): Promise<Drawn> | null {
      if (pages.hasPage === undefined) return null;
      if (!pages.hasPage(path)) return drawOnce({ path: NOWHERE, status: 404 }, look);
      return url === path && SHARED_PATHS.includes(path) ? drawOnce({ path, status: 200 }, look) : null;
    },
  };
}
