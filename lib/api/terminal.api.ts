/** Files that terminals and tools fetch: the manual, the client, the ShareX file, the manifest. */
import { join } from 'node:path';
import type { Services } from '../composition/services';
import { CLIENT_FILE, loadBuiltFile, replyWithBuiltFile } from '../http/built-file';
import { NotFoundError } from '../http/errors';
import { PRIVATE_HEADERS } from '../http/headers';
import { JSON_TYPE, json, TEXT_TYPE } from '../http/reply';
import { shareXUploader } from '../uploads/sharex';
import { uploadManual } from '../uploads/upload-manual';
import { defineRoute } from './define-route';
import { uncounted } from './policies';

const policy = uncounted(PRIVATE_HEADERS);

const manualOf = ({ site, config }: Services) => uploadManual(site.name, config.BASE_URL, config.EXPIRY_OPTIONS.preselected);

const readManual = defineRoute({
  method: 'GET',
  path: '/help.txt',
  policy,
  summary: 'How to paste from a terminal',
  operationId: 'readManual',
  tag: 'Uploads',
  description: 'A manual of one screen, with the address of this service in it.',
  responses: { 200: { description: 'The manual.', contentTypes: ['text/plain'] } },
  handle: async ({ services }) => ({
    status: 200,
    headers: { 'Content-Type': TEXT_TYPE },
    body: manualOf(services),
  }),
});

const readShareX = defineRoute({
  method: 'GET',
  path: '/sealpaste.sxcu',
  policy,
  summary: 'The file that teaches ShareX to upload here',
  responses: { 200: { description: 'A custom uploader.', contentTypes: ['application/json'] } },
  handle: async ({ services }) =>
    json(200, shareXUploader(services.config.BASE_URL), { 'Content-Disposition': 'attachment; filename="sealpaste.sxcu"' }),
});

/** Caches may keep these files but ask each time whether they have changed. */
const builtPolicy = uncounted({
  'Cache-Control': 'public, no-cache',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
});

const readClient = defineRoute({
  method: 'GET',
  path: '/cli/sealpaste.mjs',
  policy: builtPolicy,
  summary: 'The command-line client',
  responses: { 200: { description: 'A program.', contentTypes: ['text/javascript'] } },
  handle: async ({ request, services }) =>
    replyWithBuiltFile(request, await loadBuiltFile(join(services.config.rootDir, CLIENT_FILE)), 'text/javascript; charset=utf-8'),
});

const readManifest = defineRoute({
  method: 'GET',
  path: '/.well-known/sealpaste-manifest.json',
  policy: builtPolicy,
  summary: 'The hashes of everything a browser loads',
  responses: { 200: { description: 'The manifest of the build.', contentTypes: ['application/json'] } },
  errors: ['not_found'],
  handle: async ({ request, services }) => {
    const file = await loadBuiltFile(join(services.config.rootDir, '.next/manifest.json')).catch(() => null);
    // In development there is none.
    if (!file) throw new NotFoundError();
    return replyWithBuiltFile(request, file, JSON_TYPE);
  },
});

export const terminalRoutes = [readManual, readShareX, readClient, readManifest];
