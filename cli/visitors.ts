/** The visitors as whom `verify` asks: the headers of their requests, in the order in which they send these. */

/** The kind of request that a browser sends: for a page or for one of its files. */
export type Kind = 'page' | 'script' | 'style' | 'manifest' | 'other';

export interface Visitor {
  name: string;
  headersFor(kind: Kind): Record<string, string>;
}

const DESTINATIONS: Record<Kind, string> = { page: 'document', script: 'script', style: 'style', manifest: 'manifest', other: 'empty' };
const PAGE_TYPES = 'text/html,application/xhtml+xml,application/xml;q=0.9';

function fetchHeaders(kind: Kind): Record<string, string> {
  const isPage = kind === 'page';
  const mode = isPage ? 'navigate' : kind === 'manifest' || kind === 'other' ? 'cors' : 'no-cors';
  return {
    'Sec-Fetch-Dest': DESTINATIONS[kind],
    'Sec-Fetch-Mode': mode,
    'Sec-Fetch-Site': isPage ? 'none' : 'same-origin',
    ...(isPage ? { 'Sec-Fetch-User': '?1', 'Upgrade-Insecure-Requests': '1' } : {}),
  };
}

const acceptOf = (kind: Kind, page: string) => (kind === 'page' ? page : kind === 'style' ? 'text/css,*/*;q=0.1' : '*/*');

function chromium(name: string, language: string, more: Record<string, string> = {}): Visitor {
  return {
    name,
    headersFor: (kind) => ({
      'sec-ch-ua': '"Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"',
      'sec-ch-ua-mobile': '?0',
      'sec-ch-ua-platform': '"Windows"',
      'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      Accept: acceptOf(kind, `${PAGE_TYPES},image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7`),
      ...fetchHeaders(kind),
      'Accept-Encoding': 'gzip, deflate, br, zstd',
      'Accept-Language': language,
      ...more,
    }),
  };
}

export const CHROMIUM = chromium('Chromium', 'en-US,en;q=0.9');

export const VISITORS: readonly Visitor[] = [
  CHROMIUM,
  {
    name: 'Firefox',
    headersFor: (kind) => ({
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      Accept: acceptOf(kind, `${PAGE_TYPES},*/*;q=0.8`),
      'Accept-Language': 'en-US,en;q=0.5',
      'Accept-Encoding': 'gzip, deflate, br, zstd',
      ...fetchHeaders(kind),
      Priority: 'u=0, i',
    }),
  },
  {
    name: 'Safari on a phone',
    headersFor: (kind) => ({
      Accept: acceptOf(kind, `${PAGE_TYPES},*/*;q=0.8`),
      'User-Agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
      'Accept-Language': 'en-GB,en;q=0.9',
      'Accept-Encoding': 'gzip, deflate, br',
      ...fetchHeaders(kind),
    }),
  },
  chromium('Chromium with cookies, in German', 'de-DE,de;q=0.9', { Cookie: 'theme=dark; language=de' }),
  { name: 'an old browser', headersFor: () => ({ 'User-Agent': 'Mozilla/5.0', Accept: '*/*', 'Accept-Encoding': 'gzip' }) },
  { name: 'curl', headersFor: () => ({ 'User-Agent': 'curl/8.14.1', Accept: '*/*' }) },
];
