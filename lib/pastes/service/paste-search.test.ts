import { describe, expect, it } from 'vitest';
import { NO_OPTIONS } from '../paste-options.rules';
import type { PasteSummary } from '../storage/paste-decryption';
import { SEARCH_MAX_PASTES, searchTitles } from './paste-search';

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
const listOf =
  (pastes: PasteSummary[]) =>
  async (limit: number, from: number | null = 0): Promise<{ pastes: PasteSummary[]; next: number | null }> => {
    const end = (from ?? 0) + limit;
    return { pastes: pastes.slice(from ?? 0, end), next: end < pastes.length ? end : null };
  };
const titles = ({ pastes }: { pastes: PasteSummary[] }) => pastes.map(({ title }) => title);

describe('search over titles', () => {
  it.each([
    ['in any case', 'NGINX', 'nginx.conf'],
    ['in the middle', 'conf', 'nginx.conf'],
    ['however its accents were typed', 'Zoe\u0308', 'Zoë’s notes'],
    ['of letters beyond ASCII', 'ÄRGER', 'Noch mehr ärger'],
  ])('finds a part of a title %s', async (_, text, title) => {
    expect(titles(await searchTitles(listOf([paste('other'), paste(title)]), text, 20, 0))).toEqual([title]);
  });

  it('finds a paste by its public id, as it is written', async () => {
    const pastes = [paste('a', 1), paste('b', 2)];
    expect(titles(await searchTitles(listOf(pastes), 'id0000000000000000000002', 20, 0))).toEqual(['b']);
  });

  it('returns page after page without gap or repetition, and says where it ends', async () => {
    const pastes = Array.from({ length: 450 }, (_, index) => paste(index % 2 ? `log ${index}` : 'other', index));
    const pages: string[] = [];
    for (let offset = 0; ; offset += 20) {
      const page = await searchTitles(listOf(pastes), 'log', 20, offset);
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
    const list = listOf(pastes);
    const result = await searchTitles<number>(
      async (limit, from) => {
        const batch = await list(limit, from);
        looked += batch.pastes.length;
        return batch;
      },
      'missing',
      20,
      0,
    );
    expect(result).toEqual({ pastes: [], hasMore: false, searchedOnly });
    expect(looked).toBe(SEARCH_MAX_PASTES);
  });
});
