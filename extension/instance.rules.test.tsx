import { beforeEach, expect, it } from 'vitest';
import { addressOf, extensionPage, idInAddress, linkTo, pagePath, placeOfPage, takeQueryOfLink } from './instance.rules';
import { separateStorages } from './separate-storages';

const ID = 'A1'.repeat(12);
const SERVER = 'https://host.example/paste';

const open = (path: string) => history.replaceState(null, '', extensionPage(SERVER, path));
beforeEach(() => open(`/view/${ID}?raw#key`));

it('a page of the extension knows server, path, query and fragment of the link', () => {
  expect(placeOfPage()).toEqual({ instance: SERVER, path: `/view/${ID}` });
  expect([pagePath(), idInAddress(), location.hash]).toEqual([`/view/${ID}`, ID, '#key']);
  expect(new URLSearchParams(location.search).has('raw')).toBe(true);
});

it.each(['', '?at=', '?at=javascript:alert(1)', `?at=https://host/view/${ID}/data`, '?at=https://host/account?x'])(
  'a page about nothing of a server has no place: %s',
  (query) => {
    history.replaceState(null, '', `/page.html${query}`);
    expect(placeOfPage()).toBeNull();
  },
);

it.each([`/view/${ID}/`, `/view/${ID}.py`, `/view/${ID}?raw`])('a redirect may leave the end of an address: %s', (path) => {
  history.replaceState(null, '', `/page.html?at=${encodeURIComponent(SERVER)}${path}#key`);
  expect(placeOfPage()).toEqual({ instance: SERVER, path: `/view/${ID}` });
});

it('the query of a link that the browser has redirected is the page’s', () => {
  history.replaceState({ kept: true }, '', `/page.html?at=${encodeURIComponent(SERVER)}/view/${ID}?raw&x=y#key`);
  takeQueryOfLink();
  expect(new URLSearchParams(location.search).has('raw')).toBe(true);
  expect([placeOfPage(), location.hash, history.state]).toEqual([{ instance: SERVER, path: `/view/${ID}` }, '#key', { kept: true }]);
});

it('pages that the extension has stay in it, and all else is asked of the server', () => {
  expect(addressOf('/')).toBe(extensionPage(SERVER, '/'));
  expect(addressOf(`/view/${ID}?raw#key`)).toBe(`/page.html?at=${encodeURIComponent(SERVER)}/view/${ID}&raw#key`);
  expect(addressOf('/send#draft')).toBe(`/page.html?at=${encodeURIComponent(SERVER)}/send#draft`);
  expect(addressOf(`/raw/${ID}`)).toBe(`${SERVER}/raw/${ID}`);
  expect(addressOf(`/view/${ID}/data`)).toBe(`${SERVER}/view/${ID}/data`);
});

it('a link is of the chosen server, whatever the server says', () => {
  expect(linkTo(`/view/${ID}`, 'https://evil.example/view/x')).toBe(`${SERVER}/view/${ID}`);
  expect(linkTo('/send')).toBe(`${SERVER}/send`);
  expect(() => linkTo(`/view/../steal/${ID}`)).toThrow(TypeError);
});

it('two servers have the same names in the storages without meeting', () => {
  const whole = { localStorage, sessionStorage };
  separateStorages('https://one.example');
  localStorage.setItem('name', 'one');
  whole.localStorage.setItem('https://other.example name', 'other');
  expect([{ ...localStorage }, whole.localStorage.getItem('name')]).toEqual([{ name: 'one' }, null]);
  for (const [name, value] of Object.entries(whole)) Object.defineProperty(window, name, { value, configurable: true });
});
