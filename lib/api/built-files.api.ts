/** Files of the build: the command-line client, the manifest of the pages, and the service worker of an installed page. */
import { join } from 'node:path';
import { CLIENT_FILE, loadBuiltFile, replyWithBuiltFile, SHARE_WORKER_FILE } from '../http/built-file';
import { NotFoundError } from '../http/errors';
import { SHARE_WORKER } from '../site/share.rules';
import { defineRoute } from './define-route';
import { uncounted } from './policies';

/** Caches may keep these files but ask each time whether they have changed. */
const policyWith = (contentSecurityPolicy: string) =>
  uncounted({
    'Cache-Control': 'public, no-cache',
    'Content-Security-Policy': contentSecurityPolicy,
    'X-Content-Type-Options': 'nosniff',
  });
const inert = policyWith("default-src 'none'; frame-ancestors 'none'; sandbox");
/** Forbids the service worker every request to the network. */
const offline = policyWith("default-src 'none'");

function builtFile(path: `/${string}`, summary: string, file: string, contentType: string, policy = inert) {
  return defineRoute({
    method: 'GET',
    path,
    policy,
    summary,
    responses: { 200: { description: 'The file.', contentTypes: [contentType] } },
    errors: ['not_found'],
    async handle({ request, services }) {
      const built = await loadBuiltFile(join(services.config.rootDir, file)).catch((error: NodeJS.ErrnoException) => {
        // In development there is no manifest.
        throw error.code === 'ENOENT' ? new NotFoundError() : error;
      });
      return replyWithBuiltFile(request, built, `${contentType}; charset=utf-8`);
    },
  });
}

export const builtFileRoutes = [
  builtFile('/cli/sealpaste.mjs', 'The command-line client', CLIENT_FILE, 'text/javascript'),
  builtFile('/.well-known/sealpaste-manifest.json', 'The hashes of everything a browser loads', '.next/manifest.json', 'application/json'),
  // docs/decisions/0073-share-target.md
  builtFile(SHARE_WORKER, 'The service worker of an installed page', SHARE_WORKER_FILE, 'text/javascript', offline),
];
