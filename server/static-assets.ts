import { existsSync, readdirSync } from 'node:fs';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv, { type RequestHandler } from 'sirv';
import { acceptedEncoding } from '#lib/http/request-headers';
import policies from './policies.json';

const SCRIPT = /\.js(?:\?|$)/;

/** The files of the build, and those of a language (scripts/language-chunks.mjs). */
const ADDRESS = /^\/_next\/(?:([A-Za-z-]+)\/)?static(?=\/)/;

/** Responds to a request for one of the build's files. @returns false for other requests */
export type StaticAssets = (incoming: IncomingMessage, outgoing: ServerResponse, requestId: string) => boolean;

/**
 * Serves the build's hashed files without work per request: they were compressed at build time, by gzip and by brotli,
 * which is a fifth smaller than Next's compression per request.
 * @param folder of files for all languages
 * @param languagesFolder with a folder for each language that has files of its own
 */
export function createStaticAssets(folder: string, languagesFolder?: string): StaticAssets {
  const options = { brotli: true, gzip: true, immutable: true, maxAge: 31_536_000 };
  // sirv reads the headers of every file, thousands of them: the start of a process doesn't wait for that.
  const serveOf = (files: string): RequestHandler => {
    let serve: RequestHandler | undefined;
    return (incoming, outgoing, next) => (serve ??= sirv(files, options))(incoming, outgoing, next);
  };
  const serveShared = serveOf(folder);
  const languages = existingFolders(languagesFolder).map(
    (language) => [language, serveOf(join(languagesFolder ?? '', language, 'static'))] as const,
  );
  const ofLanguages = new Map(languages);
  return (incoming, outgoing, requestId) => {
    const url = incoming.url ?? '';
    const [prefix, language] = ADDRESS.exec(url) ?? [];
    const serveOwn = language === undefined ? undefined : ofLanguages.get(language);
    if (prefix === undefined || (language !== undefined && !serveOwn)) return false;
    incoming.url = url.slice(prefix.length);
    outgoing.setHeader('X-Content-Type-Options', 'nosniff');
    outgoing.setHeader('X-Request-Id', requestId);
    // A file that runs as a web worker has a policy of its own: only our scripts and our server. Highlighting compiles
    // WebAssembly there, which pages may not.
    if (SCRIPT.test(url)) outgoing.setHeader('Content-Security-Policy', policies.script);
    // sirv looks only for the names of encodings and ignores their weights.
    incoming.headers['accept-encoding'] = acceptedEncoding(incoming.headers['accept-encoding']) ?? '';
    leaveOutDate(outgoing);
    const missing = () => {
      outgoing.writeHead(404, { 'Content-Length': '0' });
      outgoing.end();
    };
    // A language has only the files with words.
    const serve = () => serveShared(incoming, outgoing, missing);
    if (serveOwn) serveOwn(incoming, outgoing, serve);
    else serve();
    return true;
  };
}

const existingFolders = (folder: string | undefined): string[] => (folder !== undefined && existsSync(folder) ? readdirSync(folder) : []);

/** Removes `Last-Modified`: nobody revalidates a file that never changes, and the dates would add a kilobyte to each page. */
function leaveOutDate(outgoing: ServerResponse): void {
  const { writeHead } = outgoing;
  Object.assign(outgoing, {
    writeHead(status: number, { 'Last-Modified': _, ...headers }: OutgoingHttpHeaders = {}) {
      return Reflect.apply(writeHead, outgoing, [status, headers]);
    },
  });
}
