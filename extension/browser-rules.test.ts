import { expect, it } from 'vitest';
import { browserRules } from './browser-rules';
import { parseAddress } from './instances';

const PAGE = 'chrome-extension://abc/page.html';
const ID = 'A1'.repeat(12);

/** The address that a browser with these servers opens instead; null: the address itself. */
function openedFor(address: string, servers: string[]): string | null {
  for (const { condition, action } of browserRules(servers, PAGE)) {
    const isThere = condition.requestDomains?.some((domain) => `.${new URL(address).hostname}`.endsWith(`.${domain}`));
    const found = new RegExp(condition.regexFilter ?? '').exec(address);
    const target = action.redirect?.regexSubstitution;
    if (isThere && found && target) return target.replace('\\1', found[1] ?? '');
  }
  return null;
}

const at = (server: string, path: string) => `${PAGE}?at=${encodeURIComponent(server)}${path}`;

it.each([
  ['https://paste.example', `https://paste.example/view/${ID}`, `/view/${ID}`],
  ['https://paste.example', `http://paste.example/view/${ID}?raw`, `/view/${ID}?raw`],
  ['https://paste.example', `https://paste.example/request/${ID}/`, `/request/${ID}/`],
  ['https://paste.example', `https://paste.example/${ID}.py`, `/view/${ID}.py`],
  ['https://paste.example', `https://paste.example/view/${ID}?raw#key?&#`, `/view/${ID}?raw#key?&#`],
  ['https://paste.example', `https://paste.example/${ID}#key`, `/view/${ID}#key`],
  ['http://127.0.0.1:3000/paste', `http://127.0.0.1:3000/paste/view/${ID}`, `/view/${ID}`],
  ['https://paste.example', 'https://paste.example/send', '/send'],
  ['http://127.0.0.1:3000/paste', 'http://127.0.0.1:3000/paste/receive', '/receive'],
])('of %s the extension opens %s', (server, address, path) => {
  expect(openedFor(address, ['https://other.example', server])).toBe(at(server, path));
});

it.each([
  `https://paste.example.evil/view/${ID}`,
  `https://pasteXexample/view/${ID}`,
  `https://evil/?https://paste.example/view/${ID}`,
  `https://paste.example:8443/view/${ID}`,
  'https://paste.example/account',
  'https://paste.example/sender',
  `https://paste.example/raw/${ID}`,
])('the browser itself opens %s', (address) => {
  expect(openedFor(address, ['https://paste.example'])).toBeNull();
});

it.each([
  ['paste.example', 'https://paste.example'],
  [' HTTPS://Paste.Example/ ', 'https://paste.example'],
  ['http://127.0.0.1:3000/paste/', 'http://127.0.0.1:3000/paste'],
  [`https://paste.example/view/${ID}#key`, 'https://paste.example'],
  ['https://anna:secret@paste.example', null],
  ['', null],
  ['ftp://paste.example', null],
])('the address of a server is read from %s', (typed, address) => {
  expect(parseAddress(typed)).toBe(address);
});
