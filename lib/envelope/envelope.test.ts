/** Runs the cases for every runtime in Node, and tests runtimes that lack an API. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cases } from '../testing/envelope-cases';
import { inspectEnvelope } from './envelope';
import { openPaste } from './envelope-open';
import { sealPaste } from './envelope-seal';

describe('in Node', () => {
  it.each(Object.entries(cases))('%s', (_, run) => run());
});

describe('where the runtime lacks something', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('says that Web Crypto is unavailable, as on a page without HTTPS', async () => {
    const { envelope, key } = await sealPaste({ content: 'x' });
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const problem = { code: 'unavailable', api: 'crypto.subtle' };
    await expect(sealPaste({ content: 'x' })).rejects.toMatchObject({ problem });
    await expect(openPaste(envelope, key)).rejects.toMatchObject({ problem });
    expect(inspectEnvelope(envelope)).toEqual({ kind: 'key', compressed: false });
  });

  it('without compression APIs sealing works, and reading names the API it lacks', async () => {
    const content = 'x'.repeat(1000);
    const compressed = await sealPaste({ content });
    vi.stubGlobal('CompressionStream', undefined);
    vi.stubGlobal('DecompressionStream', undefined);
    const plain = await sealPaste({ content });
    expect(inspectEnvelope(plain.envelope).compressed).toBe(false);
    expect((await openPaste(plain.envelope, plain.key)).content).toBe(content);
    const problem = { code: 'unavailable', api: 'DecompressionStream' };
    await expect(openPaste(compressed.envelope, compressed.key)).rejects.toMatchObject({ problem });
  });

  it('a failure other than a wrong key is passed on as it is', async () => {
    const { envelope, key } = await sealPaste({ content: 'x' });
    const broken = new Error('broken runtime');
    vi.stubGlobal('crypto', { subtle: { importKey: () => Promise.reject(broken) } });
    await expect(openPaste(envelope, key)).rejects.toBe(broken);
  });
});
