/**
 * Pages that are the same for everybody who isn't signed in: the most visited ones, and the one for paths without a page,
 * which programs request by the hundred. Next renders each once for each look, and copies are sent
 * (docs/decisions/0060-copies-of-pages.md).
 *
 * Guarantees: a page that depends on its visitor, or on more than its path, is left to Next.
 */
import type { IncomingMessage } from 'node:http';
import { type Drawn, drawPage } from './draw-page';
import type { Pages } from './pages';

/** A path without a page. */
const NOWHERE = '/-';
/** Paths of pages that depend on nothing but the look. */
const SHARED_PATHS: readonly string[] = ['/', '/requests', '/docs/how', '/docs/cli'];

/** A page that is the same for everybody who isn't signed in. */
interface SharedPage {
  /** Its path; NOWHERE stands for all paths without a page. */
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
     * @param path without the query @param look the cookies that change the look
     * @returns the page to copy; null: Next must render the response. Rejects when Next renders another status
     */
    find({ url }: IncomingMessage, path: string, look: string): Promise<Drawn> | null {
      if (pages.hasPage === undefined) return null;
      if (!pages.hasPage(path)) return drawOnce({ path: NOWHERE, status: 404 }, look);
      return url === path && SHARED_PATHS.includes(path) ? drawOnce({ path, status: 200 }, look) : null;
    },
  };
}
