/** Pages that people get instead of what they asked for, with their status. */
import { plainPageMessages as messages } from '../../components/messages/plain-page';
import { formatUnit } from '../locales/format.rules';
import { addressOf } from '../site/address.rules';
import type { Site } from '../site/site';
import { plainPage } from './plain-page';

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

/** The page that people get when their form lacks a field or has one that doesn't fit. */
export function refusedPage(site: Site): Page {
  const { title, text } = messages.refused;
  return { ...plainPage({ site, title, text, link: home() }), status: 400 };
}

const back = (path: `/${string}`) => ({ href: addressOf(path), text: messages.tooMany.back });
const forms = () => ({ text: messages.tooMany.forms, link: back('/account') });

/** The pages of exceeded limits, by the names of their limiters in the metrics. */
const LIMITED = {
  page: () => ({ text: messages.tooMany.pages, link: home() }),
  form: forms,
  'sign-in': forms,
  report: () => ({ text: messages.tooMany.reports, link: back('/') }),
};
export type Limited = keyof typeof LIMITED;

export function tooManyPage(what: Limited, waitSeconds: number, site: Site): Page {
  const wait = waitSeconds > 120 ? formatUnit(Math.ceil(waitSeconds / 60), 'minute') : formatUnit(waitSeconds, 'second');
  const { text, link } = LIMITED[what]();
  const page = plainPage({ site, title: messages.tooMany.title, text: text(wait), link });
  return { ...page, status: 429, headers: { ...page.headers, 'Retry-After': String(waitSeconds) } };
}
