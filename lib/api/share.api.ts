/** The address at which an installed page takes what a phone shares (docs/decisions/0073-share-target.md). */
import type { Reply } from '../http/reply';
import { addressOf } from '../site/address.rules';
import { SHARE_TARGET, SHARED_FIELD, type Shared } from '../site/share.rules';
import { defineRoute } from './define-route';
import { uncounted } from './policies';

const toEditor = (method: 'GET' | 'POST', summary: string, query: string) =>
  defineRoute({
    method,
    path: SHARE_TARGET,
    policy,
    summary,
    responses: { 303: { description: 'The editor.', contentTypes: [] } },
    handle: async (): Promise<Reply> => ({ status: 303, headers: { Location: addressOf(`/${query}`) }, body: null }),
  });
const policy = uncounted({ 'Cache-Control': 'no-store' });

export const shareRoutes = [
  // Nothing is read of what was shared: it got past a service worker that is missing, and is not encrypted.
  toEditor('POST', 'What a phone shares, where no service worker takes it', `?${SHARED_FIELD}=${'lost' satisfies Shared}`),
  toEditor('GET', 'The same address, opened by hand', ''),
];
