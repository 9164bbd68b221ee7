/** The page's calls of the worker that seals, and the worker's program with its real encryption. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runWorkers } from '#components/testing/fake-worker';
import { openPaste } from '#lib/envelope/envelope-open';
import { deriveReadToken, readProofOf } from '#lib/envelope/envelope-token';
import { MAX_CONTENT_BYTES } from '#lib/pastes/paste.rules';
import { type PasteToSeal, respond } from './seal';
import { createSealer, type Sealer } from './seal.client';

let sealer: Sealer;
let workers: ReturnType<typeof runWorkers>;
beforeEach(() => {
  workers = runWorkers({ seal: respond });
  sealer = createSealer();
});
afterEach(() => vi.restoreAllMocks());

const PASTE: PasteToSeal = {
  content: 'fn main() {}',
  title: 'main.rs',
  chosenSyntax: 'rust',
  fileSyntax: null,
  files: [],
  expiry: 3_600,
  options: {},
  encrypt: true,
  password: '',
};

async function seal(fields: Partial<PasteToSeal>) {
  const { body, key } = await sealer.call('seal', { ...PASTE, ...fields });
  const text = await body.text();
  return { body, text, key, fields: JSON.parse(text) as Record<string, unknown> & { content: string } };
}

describe('the sealer', () => {
  it('the sealer says how far a long text is, and nothing of a short one', async () => {
    const percents: number[] = [];
    await sealer.call('seal', { ...PASTE, content: 'x'.repeat(999_999) }, (percent) => percents.push(percent));
    expect(percents).toEqual([]);
    await sealer.call('seal', { ...PASTE, content: 'x'.repeat(1_000_000) }, (percent) => percents.push(percent));
    expect(percents).toEqual([10, 80, 90]);
  });

  it('the sealer loads its worker at the first call, and keeps it', async () => {
    expect(workers).toEqual([]);
    for (let index = 0; index < 3; index++) await sealer.call('guess', { beginning: '', names: [] });
    expect(workers).toMatchObject([{ name: 'seal' }]);
  });

  it('the sealer that is stopped ends what is under way, and starts anew', async () => {
    const settled = vi.fn();
    sealer.call('seal', PASTE).then(settled, settled);
    sealer.stop();
    expect(await sealer.call('guess', { beginning: '', names: [] })).toEqual({ syntax: 'plaintext' });
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
    expect(settled).not.toHaveBeenCalled();
  });

  it('the sealer fails every call whose worker does not come, and tries again', async () => {
    runWorkers({ seal: null });
    const calls = [sealer.call('guess', { beginning: '', names: [] }), sealer.call('seal', PASTE)];
    const notLoaded = { status: 'rejected', reason: { problem: { code: 'unreachable' } } };
    expect(await Promise.allSettled(calls)).toMatchObject([notLoaded, notLoaded]);
    runWorkers({ seal: respond });
    expect(await sealer.call('guess', { beginning: '', names: [] })).toEqual({ syntax: 'plaintext' });
  });
});

describe('a sealed paste', () => {
  it('a sealed paste holds content, title and language in its envelope alone', async () => {
    const { body, text, key, fields } = await seal({});
    expect(body.type).toBe('application/json');
    expect(Object.keys(fields).toSorted()).toEqual(['content', 'isE2ee', 'protect', 'readProof', 'ttlSeconds']);
    expect(fields).toMatchObject({ isE2ee: true, protect: true, readProof: null, ttlSeconds: 3_600 });
    for (const secret of ['fn main', 'main.rs', 'rust', key ?? 'no key']) expect(text).not.toContain(secret);
    expect(await openPaste(fields.content, key ?? '')).toEqual({ content: 'fn main() {}', title: 'main.rs', syntax: 'rust' });
  });

  it('a sealed paste has another key each time', async () => {
    expect((await seal({})).key).not.toBe((await seal({})).key);
  });

  it('a sealed paste that burns has the proof that its key yields', async () => {
    const { key, fields } = await seal({ options: { burnAfterRead: true } });
    expect(fields.readProof).toBe(await readProofOf(await deriveReadToken(fields.content.split('.')[0] ?? '', key ?? '')));
  });

  it('a sealed paste with a password opens with both, and proves both', async () => {
    const { text, key, fields } = await seal({ options: { burnAfterRead: true }, password: 'a long password' });
    expect(text).not.toContain('a long password');
    expect(await openPaste(fields.content, key ?? '', 'a long password')).toMatchObject({ content: 'fn main() {}' });
    await expect(openPaste(fields.content, key ?? '')).rejects.toMatchObject({ code: 'password-needed' });
    const token = await deriveReadToken(fields.content.split('.')[0] ?? '', key ?? '', 'a long password');
    expect(fields.readProof).toBe(await readProofOf(token));
  });

  it.each([
    ['a text', 'ä€😀'],
    ['a file', new File(['ä€😀'], 'a.txt')],
    ['a file with a byte order mark', new File(['\uFEFFä'], 'a.txt')],
  ])('a sealed paste holds %s to its last byte', async (_, content) => {
    const { key, fields } = await seal({ content });
    const text = typeof content === 'string' ? content : new TextDecoder('utf-8', { ignoreBOM: true }).decode(await content.arrayBuffer());
    expect((await openPaste(fields.content, key ?? '')).content).toBe(text);
  });

  it('a sealed paste has the sign for it in place of half a character', async () => {
    const { key, fields } = await seal({ content: 'a\uD83Db' });
    expect((await openPaste(fields.content, key ?? '')).content).toBe('a\uFFFDb');
  });

  it('a sealed paste that is too large once sealed is refused as such', async () => {
    // Base64 compresses to its bytes, which the envelope encodes in base64 again, with a little more around them.
    const noise = Buffer.from(crypto.getRandomValues(new Uint8Array(49_152))).toString('base64');
    const content = noise.repeat(MAX_CONTENT_BYTES / noise.length);
    expect(content.length).toBe(MAX_CONTENT_BYTES);
    await expect(seal({ content })).rejects.toMatchObject({ problem: { code: 'sealed-too-large' } });
  });

  it('a sealed paste whose file cannot be read is refused by its name', async () => {
    const file = new File(['x'], 'moved.txt');
    vi.spyOn(File.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('gone', 'NotFoundError'));
    await expect(seal({ content: file })).rejects.toMatchObject({ problem: { code: 'unreadable', name: 'moved.txt' } });
  });

  it('a sealed paste cannot be made in a browser without Web Crypto, and says so', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    await expect(seal({})).rejects.toMatchObject({ problem: { code: 'encryption-unavailable' } });
  });
});

describe('a paste that is not encrypted', () => {
  it('a paste that is not encrypted travels as it is, without a key', async () => {
    const { key, fields } = await seal({ encrypt: false, expiry: null, options: { burnAfterRead: true }, password: 'ignored' });
    expect(key).toBeNull();
    expect(fields).toEqual({
      ttlSeconds: null,
      burnAfterRead: true,
      protect: true,
      title: 'main.rs',
      syntax: 'rust',
      isE2ee: false,
      content: 'fn main() {}',
    });
  });
});

describe('the worker', () => {
  it('the worker looks at a file: its beginning and its language', async () => {
    const content = new File(['fn main() {}'], 'main.rs');
    expect(await sealer.call('inspect', { content, name: 'main.rs' })).toMatchObject({
      beginning: 'fn main() {}',
      syntax: 'rust',
    });
  });

  it('the worker refuses a file that can’t be read by its name', async () => {
    const content = new File(['a'], 'a.txt');
    vi.spyOn(content, 'slice').mockReturnValue({ arrayBuffer: () => Promise.reject(new DOMException('gone')) } as unknown as Blob);
    await expect(sealer.call('inspect', { content, name: 'a.txt' })).rejects.toMatchObject({
      problem: { code: 'unreadable', name: 'a.txt' },
    });
  });

  it('the worker makes a file of the pieces of a text', async () => {
    const { content, beginning } = await sealer.call('hold', { pieces: ['one ', 'two ', 'drei ä'] });
    expect([await content.text(), beginning]).toEqual(['one two drei ä', 'one two drei ä']);
  });

  it('the worker says that it failed when something unforeseen happens', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await expect(sealer.call('seal', null as unknown as PasteToSeal)).rejects.toMatchObject({ problem: { code: 'not-loaded' } });
    expect(error).toHaveBeenCalledTimes(1);
  });
});
