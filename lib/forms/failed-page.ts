/**
 * The page that people get when a page fails. Next's own has words and a language only once its script runs; this one needs
 * none. The address stays, with the key after #, so that a reload tries again.
 */
import { plainPageMessages } from '../../components/messages/plain-page';
import { addressOf } from '../site/address.rules';
import type { Site } from '../site/site';
import { plainPage } from './plain-page';

const messages = plainPageMessages.failed;

/** @param status 503: a retry may succeed */
export function failedPage(status: number, site: Site, requestId: string): ReturnType<typeof plainPage> {
  const { title, text } = status === 503 ? messages.unavailable : messages.broken;
  return plainPage({ site, title, text: text(requestId), link: { href: addressOf('/'), text: messages.home } });
}
