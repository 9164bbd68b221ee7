/** Pages that people get instead of what they asked for, with their status. */
import { plainPageMessages as messages } from '../../components/messages/plain-page';
import { PublicError, TooManyRequestsError } from '../http/errors';
import { inRequestLanguage } from '../http/request-language';
import { formatUnit } from '../locales/format.rules';
import { addressOf } from '../site/address.rules';
import type { Site } from '../site/site';
import { plainPage } from './plain-page';
import type { Arrival } from './policies';

type Page = ReturnType<typeof plainPage>;

const home = () => ({ href: addressOf('/'), text: messages.home });

/**
 * The page that people get when a page fails. Next's own has words and a language only once its script runs; this one needs
 * none. The address stays, with the key after #, so that a reload tries again.
 * @param status 503: a retry may succeed
 */
export function failedPage(status: number, site: Site, requestId: string): Page {
  const { title, text } = status === 503 ? messages.failed.unavailable : messages.failed.broken;
  return { ...plainPage({ site, title, text: text(requestId), link: home() }), status };
}

/** Responds to a person: in their language, and with a page when the form has a field that doesn't fit, or came too often. */
export const respondInWords = <Made>(
  { request, services: { site } }: Pick<Arrival, 'request' | 'services'>,
  make: () => Promise<Made>,
): Promise<Made | Page> =>
  inRequestLanguage(request.headers, site.languages, () =>
    make().catch((error: unknown) => {
      if (error instanceof TooManyRequestsError) return tooManyPage(error, site);
      if (!(error instanceof PublicError && error.status === 400)) throw error;
      const { title, text } = messages.refused;
      return { ...plainPage({ site, title, text, link: home() }), status: 400 };
    }),
  );

/** The page of an exceeded limit. */
export function tooManyPage({ limiter, retryAfterSeconds }: TooManyRequestsError, site: Site): Page {
  const { title, back, pages, reports, forms } = messages.tooMany;
  const wait = retryAfterSeconds > 120 ? formatUnit(Math.ceil(retryAfterSeconds / 60), 'minute') : formatUnit(retryAfterSeconds, 'second');
  const text = limiter === 'page' ? pages : limiter === 'report' ? reports : forms;
  const link = { href: addressOf(text === forms ? '/account' : '/'), text: limiter === 'page' ? messages.home : back };
  const page = plainPage({ site, title, text: text(wait), link });
  return { ...page, status: 429, headers: { ...page.headers, 'Retry-After': String(retryAfterSeconds) } };
}
