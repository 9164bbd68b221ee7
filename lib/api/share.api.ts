/** Addresses and names by which an installed page takes what a phone shares (docs/decisions/0073-share-target.md). */
import { join } from 'node:path';
import { loadBuiltFile, replyWithBuiltFile, SHARE_WORKER_FILE } from '../http/built-file';
import type { Reply } from '../http/reply';
import { addressOf } from '../site/address.rules';
import { SHARE_TARGET, SHARE_WORKER, SHARED_FIELD, type Shared } from '../site/share.rules';
import { defineRoute } from './define-route';
import { uncounted } from './policies';

/** Forbids the worker every request to the network. */
const WORKER_POLICY = "default-src 'none'";

const readWorker = defineRoute({
  method: 'GET',
  path: SHARE_WORKER,
  policy: uncounted({
    'Cache-Control': 'public, no-cache',
    'Content-Security-Policy': WORKER_POLICY,
    'X-Content-Type-Options': 'nosniff',
  }),
  summary: 'The service worker of an installed page',
  responses: { 200: { description: 'A program.', contentTypes: ['text/javascript'] } },
  handle: async ({ request, services }) =>
    replyWithBuiltFile(request, await loadBuiltFile(join(services.config.rootDir, SHARE_WORKER_FILE)), 'text/javascript; charset=utf-8'),
});

const policy = uncounted({ 'Cache-Control': 'no-store' });
const toEditor = (query = ''): Reply => ({ status: 303, headers: { Location: addressOf(`/${query}`) }, body: null });
const responses = { 303: { description: 'The editor.', contentTypes: [] } };

/** Reads nothing of what was shared: it got past a service worker that is missing, and is not encrypted. */
const refuseShare = defineRoute({
  method: 'POST',
  path: SHARE_TARGET,
  policy,
  summary: 'What a phone shares, where no service worker takes it',
  responses,
  handle: async () => toEditor(`?${SHARED_FIELD}=${'lost' satisfies Shared}`),
});

const openTarget = defineRoute({
  method: 'GET',
  path: SHARE_TARGET,
  policy,
  summary: 'The same address, opened by hand',
  responses,
  handle: async () => toEditor(),
});

export const shareRoutes = [readWorker, refuseShare, openTarget];
