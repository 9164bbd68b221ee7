/**
 * The page that people get when a page fails. Next's own has words and a language only once its script runs; ours needs none.
 * The address stays, with the key after #, so that a reload tries again.
 */
import type { ServerResponse } from 'node:http';
import { plainPageMessages } from '#components/messages/plain-pages';
import { plainPage } from '#lib/forms/plain-page';
import { addressOf } from '#lib/site/address.rules';
import type { Site } from '#lib/site/site';

const messages = plainPageMessages.failed;

/** Headers by which Next describes the page that it would have sent. */
const OF_THE_OTHER_PAGE = ['Content-Length', 'ETag', 'Link'];

/** Sends the whole response by the given way, and drops what else is written to it. */
export function sendFailedPage(outgoing: ServerResponse, writeHead: () => void, status: number, site: Site, requestId: string): void {
  const said = status === 503 ? messages.unavailable : messages.broken;
  const page = plainPage({ site, title: said.title, text: said.text(requestId), link: { href: addressOf('/'), text: messages.home } });
  for (const name of OF_THE_OTHER_PAGE) outgoing.removeHeader(name);
  for (const [name, value] of Object.entries(page.headers)) outgoing.setHeader(name, value);
  writeHead();
  outgoing.end(page.body);
  Object.assign(outgoing, { write: () => true, end: () => outgoing });
}
