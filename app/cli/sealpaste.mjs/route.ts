import { services } from '#lib/composition/services';
import { endpoint } from '#lib/http/endpoint';
import type { Reply } from '#lib/http/reply';
import { loadClientFile } from '#lib/uploads/client.file';

/** The same for everybody, asked for again with each use: another version is another file. */
const HEADERS = {
  'Cache-Control': 'public, no-cache',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
};

async function reply(request: Request, isHead: boolean): Promise<Reply> {
  const { bytes, sha256 } = await loadClientFile((await services()).config.rootDir);
  const etag = `"${sha256}"`;
  const headers = { 'Content-Type': 'text/javascript; charset=utf-8', ETag: etag };
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag) || known.includes('*')) return { status: 304, headers: { ETag: etag }, body: null };
  return { status: 200, headers: { ...headers, 'Content-Length': String(bytes.length) }, body: isHead ? null : bytes };
}

/** The command-line client. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint<Record<string, never>, Request>(
  { GET: (request) => reply(request, false), HEAD: (request) => reply(request, true) },
  { headers: HEADERS, prepare: async (request) => request, log: async () => (await services()).log },
);
