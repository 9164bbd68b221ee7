/** Links as mail and chat programs, proxies and people hand them on. */
import { describe, expect, it } from 'vitest';
import { parseFragment } from './fragment';
import { parseLink, repairedLinkPath } from './link';

const KEY = 'm2OIJiffvcK74Zrvt882sumj6YXVx5blCLG9vw_RL-4';
const ID = 'a'.repeat(24);
const BASE = 'https://paste.example/sub';
const LINK = `${BASE}/view/${ID}#${KEY}`;
const half = (between: string) => `${KEY.slice(0, 20)}${between}${KEY.slice(20)}`;

/** The forms that a link takes on its way, each with what stands in place of `#KEY`. */
const CHANGED: readonly (readonly [string, string])[] = [
  ['a full stop', `#${KEY}.`],
  ['a comma', `#${KEY},`],
  ['a bracket', `#${KEY})`],
  ['an angle bracket', `#${KEY}>`],
  ['a quotation mark', `#${KEY}"`],
  ['a typographic quotation mark', `#${KEY}”`],
  ['a semicolon', `#${KEY};`],
  ['stars', `#${KEY}**`],
  ['an underscore of Markdown', `#${KEY}_`],
  ['a slash', `#${KEY}/`],
  ['a campaign', `#${KEY}?utm_source=x`],
  ['a campaign as a part', `#${KEY}&utm_source=x`],
  ['a campaign before its key', `#&utm_source=x&${KEY}`],
  ['a text fragment', `#${KEY}:~:text=a`],
  ['a second #', `##${KEY}`],
  ['#!', `#!${KEY}`],
  ['#/', `#/${KEY}`],
  ['an encoded line break', `#${half('%0A')}`],
  ['a line break', `#${half('\r\n  ')}`],
  ['a line break after it', `#${KEY}\n`],
  ['a quoted-printable line break', `#${half('=\r\n')}`],
  ['a soft hyphen', `#${half('\u00ad')}`],
  ['an encoded soft hyphen', `#${half('%C2%AD')}`],
  ['a zero-width space', `#\u200b${KEY}\u200b`],
  ['an encoded zero-width space', `#${KEY}%E2%80%8B`],
  ['encoded hyphens', `#${KEY.replaceAll('-', '%2D').replaceAll('_', '%5F')}`],
  ['a hyphen that breaks no line', `#${KEY.replaceAll('-', '\u2011')}`],
  ['an encoded #', `%23${KEY}`],
  ['a # encoded twice', `%2523${KEY}`],
  ['a slash before #', `/#${KEY}`],
  ['a click id', `?fbclid=x#${KEY}`],
];

describe.each(CHANGED)('a link with %s', (_, rest) => {
  it('is understood by the one parser', () => {
    const link = parseLink(`${BASE}/view/${ID}${rest}`);
    expect(link).toMatchObject({ address: BASE, kind: 'view', id: ID });
    expect(parseFragment(link?.fragment ?? '').key).toBe(KEY);
  });
});

it('lines and a file stay, whatever stands behind them', () => {
  expect(parseFragment(`#${KEY}&F2&L3-L9.`)).toEqual({ key: KEY, file: 2, lines: { first: 3, last: 9 } });
  expect(parseFragment(`#${KEY}&amp;L3`)).toMatchObject({ key: KEY, lines: { first: 3, last: 3 } });
  expect(parseFragment('#L4)')).toMatchObject({ key: null, lines: { first: 4, last: 4 } });
});

it('a key that is cut, too long or mistyped is no other key', () => {
  for (const damaged of [KEY.slice(1), `${KEY}A`, KEY.replace('O', '+'), 'word']) expect(parseFragment(damaged).key).toBe(damaged);
  for (const none of ['', '#', '#&']) expect(parseFragment(none).key).toBeNull();
});

it.each([
  ['with a name and a password', `https://me:pw@paste.example/view/${ID}#${KEY}`, 'https://me:pw@paste.example', 'view'],
  ['in angle brackets', `<${LINK}>`, BASE, 'view'],
  ['of the bare text', `${BASE}/raw/${ID}`, BASE, 'raw'],
  ['of a request', `https://paste.example/request/${ID}#${KEY}`, 'https://paste.example', 'request'],
  ['that is an id', `${ID}#${KEY}`, '', null],
  ['with the ending of a file', `https://paste.example/${ID}.py#${KEY}`, 'https://paste.example', null],
  ['without its kind', `https://paste.example/${ID}`, 'https://paste.example', null],
  ['without its protocol', `paste.example/view/${ID}.`, 'paste.example', 'view'],
])('a link %s has its address, kind and id', (_, text, address, kind) => {
  expect(parseLink(text)).toMatchObject({ address, kind, id: ID });
});

it.each([
  '',
  'word',
  KEY,
  `#${KEY}`,
  'https://paste.example/',
  `https://paste.example/view/${ID}b`,
  `https://paste.example/view/${ID}/data`,
])('%j is no link', (text) => expect(parseLink(text)).toBeNull());

describe('the path of a request', () => {
  it.each([
    [`/view/${ID}%23${KEY}`, `/view/${ID}`, `#${KEY}&sent`],
    [`/view/${ID}%2523${KEY}%26L3`, `/view/${ID}`, `#${KEY}&L3&sent`],
    [`/raw/${ID}/%23${KEY}.`, `/raw/${ID}`, `#${KEY}.&sent`],
    [`/manage/${ID}%23${KEY}`, `/manage/${ID}`, `#${KEY}&sent`],
    [`/request/${ID}%23${KEY}`, `/request/${ID}`, `#${KEY}&sent`],
    [`/view/${ID}%23%0D%0ASet-Cookie:%20a`, `/view/${ID}`, '#Set-Cookie:a&sent'],
    [`/view/${ID}.`, `/view/${ID}`, ''],
    [`/view/${ID}%29%E2%80%8B`, `/view/${ID}`, ''],
    [`/view/${ID}/`, `/view/${ID}`, ''],
    [`/${ID}%23${KEY}`, `/${ID}`, `#${KEY}&sent`],
  ])('%s becomes a link again', (path, repaired, fragment) => {
    expect(repairedLinkPath(path)).toEqual({ path: repaired, fragment });
    if (fragment.includes(KEY)) expect(parseFragment(fragment)).toMatchObject({ key: KEY, wasSent: true });
  });

  it.each([
    `/view/${ID}`,
    `/${ID}.py`,
    `/%76iew/${ID}.`,
    `/view/%61${ID.slice(1)}`,
    `/view/${ID}/data`,
    `/view/${ID}b`,
    '/view/x.',
    '/docs/api/',
    `/other/${ID}.`,
    '/',
    `/view/${ID}//`,
  ])('%s stays as it is', (path) => expect(repairedLinkPath(path)).toBeNull());
});
