/** The files of the build that an endpoint hands out: the command-line client, the manifest and the service worker. */
import { readFile } from 'node:fs/promises';
import { sha256 } from '../encoding/sha256';
import type { Reply } from './reply';
import { namesTag } from './request-headers';

/** The command-line client, from the project's folder. */
export const CLIENT_FILE = 'dist/cli/sealpaste.mjs';
/** The service worker of an installed page, from the same folder. */
export const SHARE_WORKER_FILE = 'dist/share/worker.js';

type BuiltFile = Awaited<ReturnType<typeof read>>;

const loaded = new Map<string, BuiltFile>();

/** Read once a process. @throws when there is no build */
export async function loadBuiltFile(path: string): Promise<BuiltFile> {
  const file = loaded.get(path) ?? (await read(path));
  loaded.set(path, file);
  return file;
}

/** @returns `sha256` in lower-case hexadecimal */
async function read(path: string) {
  const bytes = await readFile(path);
  return { bytes, sha256: sha256(bytes).toString('hex') };
}

/** Responds with the file, or with 304 to whoever has it. */
export function replyWithBuiltFile(request: Request, { bytes, sha256: hash }: BuiltFile, contentType: string): Reply {
  const etag = `"${hash}"`;
  if (namesTag(request.headers.get('if-none-match'), etag)) return { status: 304, headers: { ETag: etag }, body: null };
  return { status: 200, headers: { 'Content-Type': contentType, ETag: etag, 'Content-Length': String(bytes.length) }, body: bytes };
}
