/** Taking what a phone shares, as the service worker does, with a fake IndexedDB. */
import { beforeEach, expect, test, vi } from 'vitest';
import { shareMessages } from '#components/messages/share';

const kept = new Map<string, unknown>();
vi.mock('idb-keyval', () => ({
  createStore: () => null,
  set: async (key: string, value: unknown) => void kept.set(key, value),
  values: async () => [...kept.values()],
  clear: async () => kept.clear(),
}));

/** Runs the service worker. @returns its response to a request; undefined: it leaves the request to the network */
async function respond(request: Request): Promise<Response | undefined> {
  let response: Promise<Response> | undefined;
  const respondWith = (given: Promise<Response>) => (response = given);
  dispatchEvent(Object.assign(new Event('fetch'), { request, respondWith }));
  return response;
}

const TARGET = 'https://paste.example/share/target';
function share(fields: Record<string, string | File>, address = TARGET): Request {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return new Request(address, { method: 'POST', body });
}

beforeEach(async () => {
  kept.clear();
  vi.resetModules();
  const target = new EventTarget();
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('dispatchEvent', target.dispatchEvent.bind(target));
  vi.stubGlobal('Response', { redirect: (address: string, status: number) => ({ address, status }) });
  await import('./share.worker');
});

async function taken() {
  const { takeShares } = await import('./share-store');
  const shares = await takeShares();
  return Promise.all(shares.flat().map(async (file) => [file.name, await file.text()]));
}

test('a shared page and files are on the device, and the editor opens with them once', async () => {
  const file = new File(['bytes'], 'a.bin', { type: 'application/octet-stream' });
  const response = await respond(share({ title: 'A page', text: 'see', url: 'https://a.example/', files: file }));
  expect(response).toMatchObject({ address: '/?shared=taken', status: 303 });
  expect(await taken()).toEqual([
    ['A page', 'see\nhttps://a.example/'],
    ['a.bin', 'bytes'],
  ]);
  expect(await taken()).toEqual([]);
});

test('a link that the text has is not repeated; a text without title gets a name', async () => {
  await respond(share({ text: 'see https://a.example/', url: 'https://a.example/' }));
  expect(await taken()).toEqual([[shareMessages.text, 'see https://a.example/']]);
});

test('an empty share keeps nothing', async () => {
  await respond(share({ title: 'only a title', files: new File([], 'empty') }));
  expect(kept.size).toBe(0);
});

test('what could not be kept is said to be lost', async () => {
  vi.spyOn(kept, 'set').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(await respond(share({ text: 'x' }))).toMatchObject({ address: '/?shared=lost', status: 303 });
});

test.each([
  ['another path', share({ text: 'x' }, 'https://paste.example/share/other')],
  ['the same path by GET', new Request(TARGET)],
  ['the API', share({ text: 'x' }, 'https://paste.example/api/v1/pastes')],
])('the service worker leaves %s to the network', async (_, request) => {
  expect(await respond(request)).toBeUndefined();
  expect(kept.size).toBe(0);
});
