/** Asks a service for every page and file of a manifest and for the data of its pages, as each visitor, and finds what differs. */

import { createHash } from 'node:crypto';
import type { Agent } from 'node:http';
import { extname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as zlib from 'node:zlib';
import { orNull } from '../lib/encoding/or-null.rules';
import { CliError, EXIT, usageError } from './exit';
import { dataDifferences, webManifestDifferences } from './host-data';
import { type HttpResponse, sendAsIs } from './http';
import type { Expected, Manifest } from './manifest';
import type { BaseUrl } from './target';
import { CHROMIUM, type Kind, VISITORS, type Visitor } from './visitors';

/** A browser opens as many connections to a host. */
const CONNECTIONS = 6;
const MAX_WAIT_SECONDS = 65;

/** An address, and what it may respond with: a file, the same page in several languages, or what is the host's own. */
interface Check {
  path: string;
  status: number;
  kind: Kind;
  expected: readonly Expected[];
  /** Finds what is wrong with a response that each host makes. @returns in words, without the address */
  examine?: (body: string) => string[];
  headers?: Record<string, string>;
}

export interface Compared {
  /** A line for each difference, with the visitors that got it. */
  differences: string[];
  pages: string[];
  fileCount: number;
}

/**
 * @param linkPath of a link whose page is compared, too
 * @throws CliError usage, for a link without a page in the manifest; later, when the service can't be reached
 */
export async function compareSite(baseUrl: BaseUrl, manifest: Manifest, linkPath: string | null): Promise<Compared> {
  const { origin, pathname } = new URL(baseUrl);
  const checks = checksOf(manifest, pathname.replace(/\/$/, ''), linkPath);
  const found = new Map<string, Set<string>>();
  const find: Comparison['find'] = (visitor, path, difference) => {
    const line = `${path}: ${difference}`;
    found.set(line, (found.get(line) ?? new Set()).add(visitor));
  };
  const agent = await agentFor(baseUrl);
  for (const visitor of VISITORS) {
    const waiting = [...checks];
    const work = async () => {
      for (let check = waiting.shift(); check; check = waiting.shift())
        await compare({ visitor, check, url: origin + check.path, agent, find });
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
  }
  agent.destroy();
  const pages = checks.filter(({ kind }) => kind === 'page').map(({ path }) => path);
  const files = checks.filter(({ kind, examine }) => kind !== 'page' && !examine);
  const isEverybody = (names: Set<string>) => VISITORS.every(({ name }) => names.has(name));
  return {
    differences: [...found].map(([line, names]) => `${line} (${isEverybody(names) ? 'every visitor' : [...names].join(', ')})`),
    pages,
    fileCount: files.length,
  };
}

/** @param basePath the service's, '' or '/paste'; paths of files have it, addresses of pages don't */
function checksOf(manifest: Manifest, basePath: string, linkPath: string | null): Check[] {
  const pages = Object.values(manifest.pages);
  const checks: Check[] = [];
  for (const { address, status } of new Map(pages.map((page) => [page.address, page])).values()) {
    const [before = '', after] = address.split('*');
    const path = after === undefined ? basePath + address : linkPath?.startsWith(basePath + before) ? linkPath : null;
    if (path !== null) checks.push({ path, status, kind: 'page', expected: pages.filter((page) => page.address === address) });
  }
  if (linkPath !== null && !checks.some(({ path }) => path === linkPath))
    throw usageError('The manifest has no page for this link. Expected https://HOST/view/ID or https://HOST/request/ID');
  for (const [path, expected] of Object.entries(manifest.files))
    checks.push({ path, status: 200, kind: kindOf(path), expected: [expected] });
  const data = { status: 200, kind: 'other', expected: [], examine: dataDifferences } as const;
  checks.push({ ...data, path: `${basePath}/data` });
  // A prefetch reads nothing; another request for the data of a link counts a view.
  if (linkPath !== null) checks.push({ ...data, path: `${linkPath}/data`, headers: { 'Sec-Purpose': 'prefetch' } });
  const examine = (body: string) => webManifestDifferences(body, basePath);
  checks.push({ status: 200, kind: 'manifest', expected: [], path: `${basePath}/manifest.webmanifest`, examine });
  return checks;
}

const KINDS: Record<string, Kind> = { '.js': 'script', '.css': 'style' };
const kindOf = (path: string): Kind => KINDS[extname(path)] ?? 'other';

async function agentFor(baseUrl: BaseUrl): Promise<Agent> {
  const http = baseUrl.startsWith('https:') ? await import('node:https') : await import('node:http');
  return new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
}

interface Comparison {
  visitor: Visitor;
  check: Check;
  url: string;
  agent: Agent;
  /** @param visitor its name */
  find(visitor: string, path: string, difference: string): void;
}

async function compare(comparison: Comparison): Promise<void> {
  const { visitor, check } = comparison;
  const find = (difference: string) => comparison.find(visitor.name, check.path, difference);
  const response = await ask(comparison, check.headers ?? {});
  if (response.status !== check.status) return find(`responds ${response.status}`);
  const body = decoded(response);
  if (check.examine) return check.examine(body?.toString('utf8') ?? '').forEach(find);
  const expected = body ? findExpected(body, check.expected) : undefined;
  const [assumed] = check.expected;
  if (!expected) find(body ? 'other bytes' : "a body that can't be decompressed");
  if (expected ?? assumed) for (const each of headerDifferences(response, (expected ?? assumed) as Expected)) find(each);
  if (visitor === CHROMIUM && body && expected) await askAgain(comparison, response.headers.etag, body, expected);
}

/** Asks as a browser that has a copy, one whose copy is old, and one that wants a part. */
async function askAgain(comparison: Comparison, etag: string | undefined, body: Buffer, expected: Expected): Promise<void> {
  const variants: Record<string, Record<string, string>> = {
    'with its copy': { 'If-None-Match': etag ?? '"none"' },
    'with an old copy': { 'If-None-Match': '"none"', 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
    'for a part': { Range: 'bytes=1-', 'Accept-Encoding': 'identity' },
  };
  for (const [name, headers] of Object.entries(variants)) {
    const find = (difference: string) => comparison.find(`Chromium ${name}`, comparison.check.path, difference);
    const response = await ask(comparison, headers);
    const given = response.status === 304 ? body : decoded(response);
    const right = response.status === 206 ? body.subarray(1) : body;
    if (![comparison.check.status, 206, 304].includes(response.status)) find(`responds ${response.status}`);
    else if (!given || !right.equals(given)) find('other bytes');
    for (const difference of headerDifferences(response, expected)) find(difference);
  }
}

/** Waits when the service limits requests. @throws CliError later */
async function ask({ visitor, check, url, agent }: Comparison, headers: Record<string, string>): Promise<HttpResponse> {
  const request = { method: 'GET', url, agent, headers: { Host: new URL(url).host, ...visitor.headersFor(check.kind), ...headers } };
  for (let tries = 3; ; tries--) {
    const response = await sendAsIs(request);
    if (response.status !== 429 && response.status !== 503) return response;
    const seconds = Number(response.headers['retry-after'] ?? 1);
    if (tries === 0 || !(seconds <= MAX_WAIT_SECONDS))
      throw new CliError(EXIT.later, `The server can't respond to so many requests now (${response.status}). Try again later`);
    await sleep(seconds * 1000);
  }
}

/** Headers by which a browser would load, run or go to more than a page names. */
const ACTIVE_HEADERS = ['refresh', 'speculation-rules', 'service-worker-allowed', 'content-location', 'sourcemap'];

/** @param expected the same page in several languages, or one file */
function findExpected(body: Uint8Array, expected: readonly Expected[]): Expected | undefined {
  const sha256 = createHash('sha256').update(body).digest('hex');
  return expected.find((each) => each.sha256 === sha256);
}

/** Differences of the headers, which a 304 changes too in a browser's copy. @returns in words, without the address */
function headerDifferences({ status, headers }: HttpResponse, { type, policy }: Expected): string[] {
  const differences = [];
  const isMissingFrom304 = (value: string | undefined) => status === 304 && value === undefined;
  const { 'content-type': givenType, 'content-security-policy': givenPolicy, link = '' } = headers;
  if (!isMissingFrom304(givenType) && normalType(givenType) !== normalType(type)) differences.push(`its type is ${givenType ?? 'missing'}`);
  if (!isMissingFrom304(givenPolicy?.toString()) && givenPolicy !== policy) differences.push('another Content-Security-Policy');
  for (const name of ACTIVE_HEADERS) if (headers[name] !== undefined) differences.push(`a header ${name}`);
  if ([link].flat().some((value) => !value.split(/,\s*(?=<)/).every((each) => each === '' || isPreload(each))))
    differences.push('a header link that is no preload');
  return differences;
}

const normalType = (type = '') => type.toLowerCase().replaceAll(' ', '');
const isPreload = (link: string) => /^<\/(?!\/)[^>]*>.*;\s*rel="?(?:module)?preload"?(?:;|$)/.test(link);

/** @returns the body as a browser reads it; null when it can't be decompressed */
function decoded({ headers, body }: HttpResponse): Buffer | null {
  const { zstdDecompressSync } = zlib as { zstdDecompressSync?: (bytes: Uint8Array) => Buffer };
  const decoders: Record<string, ((bytes: Uint8Array) => Buffer) | undefined> = {
    identity: Buffer.from,
    br: zlib.brotliDecompressSync,
    gzip: zlib.gunzipSync,
    zstd: zstdDecompressSync,
  };
  return orNull(() => decoders[headers['content-encoding']?.toLowerCase() ?? 'identity']?.(body) ?? null);
}
