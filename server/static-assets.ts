import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv, { type RequestHandler } from 'sirv';
import { SCRIPT_POLICY } from '#lib/http/page-policy';
import { acceptedEncoding } from '#lib/http/request-headers';

/** Responds to a request for one of the build's files. @returns false for other requests */
export type StaticAssets = (incoming: IncomingMessage, outgoing: ServerResponse, requestId: string) => boolean;

/**
 * Serves the build's hashed files without work per request: they were compressed at build time, by gzip and by brotli,
 * which is a fifth smaller than Next's compression per request.
 * @param folders by the beginning of their files' addresses, such as `/assets/`
 */
export function createStaticAssets(folders: Readonly<Record<string, string>>): StaticAssets {
  const serving: Record<string, RequestHandler> = {};
  return (incoming, outgoing, requestId) => {
    const url = incoming.url ?? '';
    const [prefix, folder] = Object.entries(folders).find(([beginning]) => url.startsWith(beginning)) ?? [];
    if (prefix === undefined) return false;
    incoming.url = url.slice(prefix.length - 1);
    outgoing.setHeader('X-Content-Type-Options', 'nosniff').setHeader('X-Request-Id', requestId);
    // A file that runs as a web worker has a policy of its own: only our scripts and our server. Highlighting compiles
    // WebAssembly there, which pages may not.
    if (/\.js(?:\?|$)/.test(url)) outgoing.setHeader('Content-Security-Policy', SCRIPT_POLICY);
    // sirv looks only for the names of encodings and ignores their weights.
    incoming.headers['accept-encoding'] = acceptedEncoding(incoming.headers['accept-encoding']) ?? '';
    // sirv reads the heads of thousands of files: the start of a process doesn't wait for that.
    const serve = (serving[prefix] ??= sirv(folder, { brotli: true, gzip: true, immutable: true, maxAge: 31_536_000 }));
    serve(incoming, outgoing, () => void outgoing.writeHead(404, { 'Content-Length': '0' }).end());
    return true;
  };
}
