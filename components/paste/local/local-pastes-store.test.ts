import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type MemoryStorage, memoryStorage } from '#components/testing/memory-storage';
import { learnServerTime } from '#lib/client/server-clock';
import { forgetPaste, type LocalPaste, readLocalPastes, rememberPaste, setRemembering, updatePaste } from './local-pastes-store';

const NOW = Date.parse('2026-06-01T12:00:00.000Z');

const paste = (index: number, expiresAt: string | null = null): LocalPaste => ({
  publicId: String(index).padStart(24, '0'),
  manageToken: `token-${index}`,
  isE2ee: true,
  burnAfterRead: false,
  maxReads: null,
  createdAt: new Date(NOW).toISOString(),
  expiresAt,
  ended: null,
});

const DAY_MS = 86_400_000;

describe('pastes remembered in a browser', () => {
  let storage: MemoryStorage;
  beforeEach(() => {
    storage = memoryStorage();
    vi.stubGlobal('window', Object.assign(new EventTarget(), { localStorage: storage }));
    vi.stubGlobal('document', { cookie: '' });
    vi.useFakeTimers({ now: NOW });
    learnServerTime(new Date(NOW).toUTCString());
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('are listed newest first, each once', () => {
    for (const index of [1, 2, 1]) rememberPaste(paste(index));
    expect(readLocalPastes()).toEqual({ isOn: true, keepsTitles: true, keepsLinks: false, pastes: [paste(1), paste(2)] });
  });

  it('are no more than two hundred: the oldest go', () => {
    for (let index = 0; index < 205; index++) rememberPaste(paste(index));
    const { pastes } = readLocalPastes();
    expect([pastes.length, pastes[0], pastes.at(-1)]).toEqual([200, paste(204), paste(5)]);
  });

  it('are forgotten at the moment they expire', () => {
    rememberPaste(paste(1, new Date(NOW + 1).toISOString()));
    expect(readLocalPastes().pastes).toHaveLength(1);
    vi.setSystemTime(NOW + 1);
    expect(readLocalPastes().pastes).toEqual([]);
    rememberPaste(paste(2));
    expect(storage.text()).not.toContain('token-1');
  });

  it.each([
    ['ahead', 2],
    ['behind', -2],
  ])('live by the server’s clock, where this one is %s', (_, hours) => {
    vi.setSystemTime(NOW + hours * 3_600_000);
    learnServerTime(new Date(NOW).toUTCString());
    for (const index of [1, 2]) rememberPaste(paste(index, new Date(NOW + index * 1_800_000).toISOString()));
    expect(readLocalPastes().pastes).toHaveLength(2);
    vi.setSystemTime(NOW + hours * 3_600_000 + 1_800_000);
    expect(readLocalPastes().pastes).toEqual([expect.objectContaining({ publicId: paste(2).publicId })]);
  });

  it('keep their manage tokens until the server has said what time it is', async () => {
    vi.resetModules();
    const store = await import('./local-pastes-store');
    store.rememberPaste(paste(1, new Date(NOW + 1_000).toISOString()));
    vi.setSystemTime(NOW + 10 * DAY_MS);
    store.rememberPaste(paste(2));
    expect(storage.text()).toContain('token-1');
  });

  it('a burn paste is remembered for 30 days after it was opened or has expired', () => {
    const burning = { ...paste(1, new Date(NOW + 1_000).toISOString()), burnAfterRead: true };
    rememberPaste(burning);
    const listed = (nowMs: number) => {
      vi.setSystemTime(nowMs);
      return readLocalPastes().pastes.length;
    };
    expect([listed(NOW + 1_000), listed(NOW + 999 + 30 * DAY_MS), listed(NOW + 1_000 + 30 * DAY_MS)]).toEqual([1, 1, 0]);
    vi.setSystemTime(NOW);
    const ended = { state: 'opened', at: new Date(NOW + 10).toISOString() } as const;
    updatePaste(burning.publicId, { ended });
    expect(readLocalPastes().pastes).toEqual([{ ...burning, ended }]);
    expect([listed(NOW + 9 + 30 * DAY_MS), listed(NOW + 10 + 30 * DAY_MS)]).toEqual([1, 0]);
  });

  it('are changed where they are remembered, and not remembered by a change', () => {
    rememberPaste(paste(1));
    const expiresAt = new Date(NOW + 1_000).toISOString();
    for (const index of [1, 2]) updatePaste(paste(index).publicId, { expiresAt });
    expect(readLocalPastes().pastes).toEqual([paste(1, expiresAt)]);
  });

  it('are forgotten one by one', () => {
    rememberPaste(paste(1));
    rememberPaste(paste(2));
    forgetPaste(paste(1).publicId);
    expect(readLocalPastes().pastes).toEqual([paste(2)]);
    expect(storage.text()).not.toContain('token-1');
  });

  it('turning remembering off forgets all pastes, and none is added until it is on', () => {
    rememberPaste(paste(1));
    setRemembering(false);
    rememberPaste(paste(2));
    expect(readLocalPastes()).toEqual({ isOn: false, keepsTitles: true, keepsLinks: false, pastes: [] });
    expect(storage.text()).not.toContain('token');
    setRemembering(true);
    rememberPaste(paste(3));
    expect(readLocalPastes().pastes).toEqual([paste(3)]);
  });

  it.each([
    ['no JSON', '{'],
    ['another shape', '[1]'],
    ['null', 'null'],
    ['an id that leads elsewhere', JSON.stringify({ pastes: [{ ...paste(1), publicId: '../../account/actions/' }] })],
    ['a token that is more than one', JSON.stringify({ pastes: [{ ...paste(1), manageToken: 'a b' }] })],
    [
      'an ending that is none',
      JSON.stringify({ pastes: [{ ...paste(1), burnAfterRead: true, ended: { state: 'eaten', at: paste(1).createdAt } }] }),
    ],
    ['a time that is none', JSON.stringify({ pastes: [{ ...paste(1), expiresAt: 'soon' }] })],
  ])('are none where the storage holds %s', (_, text) => {
    storage.setItem('sealpaste-pastes', text);
    expect(readLocalPastes()).toEqual({ isOn: true, keepsTitles: true, keepsLinks: false, pastes: [] });
  });

  it('are none, and nothing breaks, in a browser that forbids storing', () => {
    storage.fill();
    rememberPaste(paste(1));
    expect(readLocalPastes()).toEqual({ isOn: true, keepsTitles: true, keepsLinks: false, pastes: [] });
    vi.stubGlobal('window', new EventTarget());
    rememberPaste(paste(1));
    expect(readLocalPastes()).toEqual({ isOn: false, keepsTitles: true, keepsLinks: false, pastes: [] });
  });
});
