/**
 * Objects of any size, written and read in parts, which each are sent again when they fail.
 *
 * Guarantees: an object is there whole or not at all, whoever is killed: the store shows it when it has all its parts. Memory
 * for two parts. What is read is one version of the object.
 */
import { objectsBy } from './object-store';
import { asUnavailable, createStoreCall, MAX_RESPONSE_BYTES, type Patience, type StoreSettings } from './store-calls';

/** Nobody waits for these calls, and a part may take its time on a slow line: 16 MiB at 280 KB a second. */
const PATIENCE: Patience = { deadlineMs: 180_000, silenceMs: 60_000 };
/** Stores want at least 5 MiB, and take 10,000 parts: 160 GB. */
const PART_BYTES = 16 * 1024 * 1024;
const ETAG = /^"?[\w+/=-]+"?$/;

export type LargeObjects = ReturnType<typeof createLargeObjects>;

/** @throws StoreUnavailableError in each method */
export function createLargeObjects(settings: StoreSettings, partBytes = PART_BYTES) {
  const rangeBytes = Math.min(partBytes, MAX_RESPONSE_BYTES);
  const call = createStoreCall(settings, PATIENCE);
  const objects = objectsBy(call);
  const uploadOf = (name: string, uploadId: string) => `/${name}?uploadId=${encodeURIComponent(uploadId)}`;

  async function look(name: string): Promise<{ bytes: number; etag: string } | null> {
    const { status, headers } = await call('HEAD', `/${name}`, { expected: [200, 404] });
    return status === 404 ? null : { bytes: Number(headers['content-length']), etag: String(headers.etag ?? '') };
  }

  /** @param parts of equal size but the last */
  async function writeParts(name: string, parts: AsyncIterable<Buffer>): Promise<number> {
    const begun = await call('POST', `/${name}?uploads=`, { expected: [200], isDone: ({ bytes }) => idOf(bytes) !== '' });
    const uploadId = idOf(begun.bytes);
    const upload = uploadOf(name, uploadId);
    let written = 0;
    try {
      const etags: string[] = [];
      for await (const body of parts) {
        const isDone = ({ headers }: { headers: Record<string, unknown> }) => ETAG.test(String(headers.etag));
        const path = `/${name}?partNumber=${etags.length + 1}&uploadId=${encodeURIComponent(uploadId)}`;
        etags.push(String((await call('PUT', path, { expected: [200], body, isDone })).headers.etag));
        written += body.length;
      }
      const list = etags.map((etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
      await call('POST', upload, {
        expected: [200],
        body: Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`),
        // The status comes before the store has put the parts together.
        isDone: ({ bytes }) => bytes.includes('<CompleteMultipartUploadResult'),
      });
    } catch (error) {
      // The response to the last request may have been lost, and the upload is no more.
      if (isNoUpload(error) && (await look(name))?.bytes === written) return written;
      await call('DELETE', upload, { expected: [204, 200, 404] }).catch(() => undefined);
      throw error;
    }
    return written;
  }

  return {
    ...objects,

    /** @returns its size in bytes; null when there is no such object */
    sizeOf: async (name: string): Promise<number | null> => (await look(name))?.bytes ?? null,

    /** Writes the object, also in the place of another one. What `bytes` throws leaves nothing. @returns its size */
    async write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
      const parts = partsOf(bytes, partBytes);
      const [first, second] = [(await parts.next()).value, (await parts.next()).value];
      if (second) return writeParts(name, all([first as Buffer, second], parts));
      await objects.put(name, first ?? Buffer.alloc(0));
      return first?.length ?? 0;
    },

    /** @throws StoreUnavailableError also when the object is missing or changes meanwhile */
    async *read(name: string): AsyncGenerator<Buffer> {
      const found = await look(name);
      if (!found) throw asUnavailable('GET', { status: 404, bytes: Buffer.alloc(0) });
      for (let from = 0; from < found.bytes; from += rangeBytes) {
        const headers = { Range: `bytes=${from}-${from + rangeBytes - 1}`, 'If-Match': found.etag };
        yield (await call('GET', `/${name}`, { expected: [206], headers })).bytes;
      }
    },

    /** Removes parts whose writer was killed. @param isLeft tells by name, and by when it was begun */
    async removeUnfinished(prefix: string, isLeft: (name: string, begunAt: Date) => boolean): Promise<void> {
      const { bytes } = await call('GET', `/?${new URLSearchParams({ uploads: '', prefix })}`, { expected: [200] });
      for (const [, upload = ''] of bytes.toString('utf8').matchAll(/<Upload>(.*?)<\/Upload>/gs)) {
        const [name, uploadId, begun] = ['Key', 'UploadId', 'Initiated'].map((tag) => new RegExp(`<${tag}>([^<]*)<`).exec(upload)?.[1]);
        if (name === undefined || uploadId === undefined || !isLeft(name, new Date(begun ?? ''))) continue;
        await call('DELETE', uploadOf(name, uploadId), { expected: [204, 200, 404] });
      }
    },
  };
}

const idOf = (bytes: Buffer): string => /<UploadId>([^<&]+)<\/UploadId>/.exec(bytes.toString('utf8'))?.[1] ?? '';
const isNoUpload = (error: unknown): boolean => (error as { refusal?: unknown }).refusal === '404 NoSuchUpload';

async function* partsOf(bytes: AsyncIterable<Uint8Array>, partBytes: number): AsyncGenerator<Buffer, undefined> {
  let part: Uint8Array[] = [];
  let length = 0;
  for await (let piece of bytes) {
    while (length + piece.length >= partBytes) {
      const room = partBytes - length;
      yield Buffer.concat([...part, piece.subarray(0, room)]);
      piece = piece.subarray(room);
      [part, length] = [[], 0];
    }
    part.push(piece);
    length += piece.length;
  }
  if (length > 0) yield Buffer.concat(part);
}

async function* all(first: Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for (let part = first.shift(); part; part = first.shift()) yield part;
  yield* rest;
}
