/** Which requests count as readers and which only look: a burn paste's life depends on it. */
import { describe, expect, it } from 'vitest';
import { setRequestContext } from '../../http/context';
import { LookingOnlyError } from '../paste.errors';
import { isLookingOnly, isNobodyReading, readAccess, refuseToBurnByAccident, refuseToBurnUnread } from './paste-readers';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const request = (headers: Record<string, string> = {}) => new Request('https://paste.example/raw/x', { headers });

describe('nobody is reading', () => {
  it.each([
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Facebot',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Slack-ImgProxy (+https://api.slack.com/robots)',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    'TelegramBot (like TwitterBot)',
    'WhatsApp/2.23.20.0',
    'Mozilla/5.0 (Linux; Android 14) GoogleMessages/1.0',
    'XING-contenttabreceiver/2.0',
    'Mozilla/5.0 (compatible; Cloudmark)',
    'WeChat/8.0',
    'Threema/5.0',
    'Twitterbot/1.0',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
    'Signal-Android/7.1 link',
    'Viber/13.3.0.22',
    'Mastodon/4.2.1 (http.rb/5.1.1; +https://mastodon.example/)',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Pinterest/0.2 (+https://www.pinterest.com/bot.html)',
    'Iframely/1.3.1 (+https://iframely.com/docs/about)',
    'SomeNewCrawler/1.0',
    'a-link-unfurler/0.1',
  ])('when %s fetches the link', (userAgent) => {
    expect(isNobodyReading(new Headers({ 'User-Agent': userAgent }))).toBe(true);
    expect(isLookingOnly(request({ 'User-Agent': userAgent }))).toBe(true);
  });

  it.each([
    ['Sec-Purpose', 'prefetch'],
    ['Sec-Purpose', 'prefetch;prerender'],
    ['Purpose', 'prefetch'],
    ['X-Purpose', 'preview'],
    ['X-Moz', 'prefetch'],
  ])('when a browser loads it in advance: %s: %s', (name, value) => {
    expect(isNobodyReading(new Headers({ 'User-Agent': BROWSER, [name]: value }))).toBe(true);
    expect(isLookingOnly(request({ [name]: value }))).toBe(true);
  });
});

describe('somebody is reading', () => {
  it.each([
    ['curl', 'curl/8.5.0'],
    ['wget', 'Wget/1.21.4'],
    ['Python', 'python-requests/2.32.0'],
    ['a script of a page', BROWSER],
    ['a client that is named after a robot, not one', 'robotics-client/1.0'],
    ['a client without a name', ''],
  ])('when %s asks', (_, userAgent) => {
    const headers: Record<string, string> = userAgent === '' ? {} : { 'User-Agent': userAgent };
    expect(isNobodyReading(new Headers(headers))).toBe(false);
    expect(isLookingOnly(request({ ...headers, Accept: '*/*', 'Sec-Fetch-Mode': 'cors' }))).toBe(false);
  });

  it('when the purpose that is named is another one', () => {
    expect(isNobodyReading(new Headers({ 'Sec-Purpose': 'reading' }))).toBe(false);
  });
});

it('a browser that opens an address, or shows it as a picture, only looks', () => {
  for (const mode of ['navigate', 'no-cors']) expect(isLookingOnly(request({ 'User-Agent': BROWSER, 'Sec-Fetch-Mode': mode }))).toBe(true);
  // Old browsers don't send `Sec-Fetch-Mode`.
  expect(isLookingOnly(request({ 'User-Agent': BROWSER, Accept: 'text/html,application/xhtml+xml;q=0.9' }))).toBe(true);
  expect(isNobodyReading(new Headers({ 'User-Agent': BROWSER }))).toBe(false);
});

it('a script of our page and a holder of a claim read, whatever program they name', () => {
  const named = { 'User-Agent': 'WhatsApp/2.23.20.0' };
  expect(isLookingOnly(request(named))).toBe(true);
  expect(isLookingOnly(request({ ...named, 'X-Service-Claim': 'claim' }))).toBe(false);
  expect(isLookingOnly(request({ ...named, 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Site': 'same-origin' }))).toBe(false);
  expect(isLookingOnly(request({ ...named, 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Site': 'cross-site' }))).toBe(true);
  expect(isLookingOnly(request({ 'X-Service-Claim': 'claim', 'Sec-Purpose': 'prefetch' }))).toBe(true);
});

it('a request shows its read token, its claim and the address it came from', () => {
  const shown = request({ 'X-Service-Read-Token': 'token', 'X-Service-Claim': 'claim' });
  setRequestContext(shown, { requestId: 'id', clientAddress: '192.0.2.1' });
  expect(readAccess(shown)).toEqual({ readToken: 'token', claim: 'claim', isOwn: false, clientAddress: '192.0.2.1' });
  expect(readAccess(request())).toEqual({ readToken: null, claim: null, isOwn: false, clientAddress: null });
});

describe('a burn paste', () => {
  it.each([
    ['a prefetch', { 'Sec-Purpose': 'prefetch' }, 403],
    ['a part', { Range: 'bytes=0-99' }, 416],
    ['if it changed: If-None-Match', { 'If-None-Match': '"x"' }, 412],
    ['if it changed: If-Modified-Since', { 'If-Modified-Since': 'Sat, 21 Nov 2026 00:00:00 GMT' }, 412],
    ['if it did not: If-Match', { 'If-Match': '"x"' }, 412],
    ['if it did not: If-Unmodified-Since', { 'If-Unmodified-Since': 'Sat, 21 Nov 2026 00:00:00 GMT' }, 412],
    ['If-Range', { 'If-Range': '"x"' }, 412],
    ['a prefetch of a part', { Range: 'bytes=0-99', Purpose: 'prefetch' }, 403],
    ['a part if it changed', { Range: 'bytes=0-99', 'If-None-Match': '"x"' }, 416],
  ])('is not burned by a request for %s', (_, headers, status) => {
    for (const refuse of [refuseToBurnByAccident, refuseToBurnUnread]) {
      expect(() => refuse(request(headers))).toThrow(expect.objectContaining({ code: expect.stringMatching(/_refused$/), status }));
    }
  });

  it('is read by a request without such headers', () => {
    refuseToBurnUnread(request({ Accept: '*/*', 'User-Agent': 'curl/8.5.0' }));
  });

  it('is not burned by a browser that opens its address, nor by a preview', () => {
    for (const headers of [{ 'Sec-Fetch-Mode': 'navigate' }, { 'User-Agent': 'Slackbot-LinkExpanding 1.0' }]) {
      expect(() => refuseToBurnUnread(request(headers))).toThrow(LookingOnlyError);
    }
  });
});
