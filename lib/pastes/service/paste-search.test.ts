import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyring } from '../../vault/keyring';
import { NO_OPTIONS } from '../paste-options.rules';
import type { PasteRepository } from '../storage/paste.repository';
import type { PasteSummary } from '../storage/paste-decryption';
import { createLists, SEARCH_MAX_PASTES } from './paste-lists';

const paste = (title: string, index = 0): PasteSummary => ({
  publicId: `id${String(index).padStart(22, '0')}`,
  title,
  syntax: 'plaintext',
  ...NO_OPTIONS,
  viewCount: 0,
  lastReadAt: null,
  contentBytes: 1,
  createdAt: 0,
  expiresAt: null,
});
const owner = { userId: 1 };
const keyring = createKeyring([randomBytes(32)]);

/** The lists of an owner of these pastes. A position is the number of pastes before it. */
function listsOf(pastes: PasteSummary[], onLook: (count: number) => void = () => undefined) {
  const listOwned: PasteRepository['listOwned'] = async (_, limit, from) => {
    const start = typeof from === 'number' ? from : from.createdAt;
    const page = pastes.slice(start, start + limit);
    onLook(page.length);
    return { pastes: page, next: start + limit < pastes.length ? { createdAt: start + limit, id: '' } : null };
  };
  return createLists({ listOwned }, keyring);
}
const titles = ({ pastes }: { pastes: PasteSummary[] }) => pastes.map(({ title }) => title);

describe('search over titles', () => {
  it.each([
    ['in any case', 'NGINX', 'nginx.conf'],
    ['in the middle', 'conf', 'nginx.conf'],
    ['however its accents were typed', 'Zoe\u0308', 'Zoë’s notes'],
    ['of letters beyond ASCII', 'ÄRGER', 'Noch mehr ärger'],
  ])('finds a part of a title %s', async (_, text, title) => {
    expect(titles(await listsOf([paste('other'), paste(title)]).search(owner, text, 20, 0))).toEqual([title]);
  });

  it('finds a paste by its public id, as it is written', async () => {
    const pastes = [paste('a', 1), paste('b', 2)];
    expect(titles(await listsOf(pastes).search(owner, 'id0000000000000000000002', 20, 0))).toEqual(['b']);
  });

  it('returns page after page without gap or repetition, and says where it ends', async () => {
    const pastes = Array.from({ length: 450 }, (_, index) => paste(index % 2 ? `log ${index}` : 'other', index));
    const pages: string[] = [];
    for (let offset = 0; ; offset += 20) {
      const page = await listsOf(pastes).search(owner, 'log', 20, offset);
      pages.push(...titles(page));
      if (!page.hasMore) break;
      expect(page.pastes).toHaveLength(20);
    }
    expect(pages).toEqual(pastes.map(({ title }) => title).filter((title) => title !== 'other'));
  });

  it.each([
    [SEARCH_MAX_PASTES, null],
    [SEARCH_MAX_PASTES + 1, SEARCH_MAX_PASTES],
  ])('looks at no more than its limit: of %i pastes, when not all, at %j', async (count, searchedOnly) => {
    let looked = 0;
    const pastes = Array.from({ length: count }, (_, index) => paste('other', index));
    const lists = listsOf(pastes, (count) => {
      looked += count;
    });
    expect(await lists.search(owner, 'missing', 20, 0)).toEqual({ pastes: [], hasMore: false, searchedOnly });
    expect(looked).toBe(SEARCH_MAX_PASTES);
  });
});
