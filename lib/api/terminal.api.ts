/** Files that terminals and tools fetch to use this service: the manual, the client, the ShareX file. */
import type { Services } from '../composition/services';
import { PRIVATE_HEADERS } from '../http/headers';
import { json, type Reply, TEXT_TYPE } from '../http/reply';
import { loadClientFile } from '../uploads/client.file';
import { shareXUploader } from '../uploads/sharex';
import { uploadManual } from '../uploads/upload.manual';
import { defineRoute, documentOf } from './define-route';
import { uncounted } from './policies';

const policy = uncounted(PRIVATE_HEADERS);

const manualOf = ({ site, config }: Services) => uploadManual(site.name, config.BASE_URL, config.EXPIRY_OPTIONS.preselected);

const manualRoutes = (['GET', 'HEAD'] as const).map((method) =>
  defineRoute({
    method,
    path: '/help.txt',
    policy,
    summary: 'How to paste from a terminal',
    ...documentOf(method, 'readManual', 'Uploads', 'A manual of one screen, with the address of this service in it.'),
    responses: { 200: { description: 'The manual.', contentTypes: ['text/plain'] } },
    handle: async ({ services }) => ({
      status: 200,
      headers: { 'Content-Type': TEXT_TYPE },
      body: method === 'HEAD' ? null : manualOf(services),
    }),
  }),
);

const readShareX = defineRoute({
  method: 'GET',
  path: '/sealpaste.sxcu',
  policy,
  summary: 'The file that teaches ShareX to upload here',
  responses: { 200: { description: 'A custom uploader.', contentTypes: ['application/json'] } },
  handle: async ({ services }) =>
    json(200, shareXUploader(services.config.BASE_URL), { 'Content-Disposition': 'attachment; filename="sealpaste.sxcu"' }),
});

/** Browsers may keep the client but ask each time whether it has changed. */
const clientPolicy = uncounted({
  'Cache-Control': 'public, no-cache',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
});

const clientRoutes = (['GET', 'HEAD'] as const).map((method) =>
  defineRoute({
    method,
    path: '/cli/sealpaste.mjs',
    policy: clientPolicy,
    summary: 'The command-line client',
    responses: { 200: { description: 'A program.', contentTypes: ['text/javascript'] } },
    handle: ({ request, services }) => replyWithClient(request, services, method === 'HEAD'),
  }),
);

async function replyWithClient(request: Request, { config }: Services, isHead: boolean): Promise<Reply> {
  const { bytes, sha256 } = await loadClientFile(config.rootDir);
  const etag = `"${sha256}"`;
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag) || known.includes('*')) return { status: 304, headers: { ETag: etag }, body: null };
  const headers = { 'Content-Type': 'text/javascript; charset=utf-8', ETag: etag, 'Content-Length': String(bytes.length) };
  return { status: 200, headers, body: isHead ? null : bytes };
}

export const terminalRoutes = [...manualRoutes, readShareX, ...clientRoutes];
