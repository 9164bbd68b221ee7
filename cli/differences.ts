/** Compares a response with what the manifest says of it. */
import { createHash } from 'node:crypto';
import * as zlib from 'node:zlib';
import type { HttpResponse } from './http';
import type { Expected } from './manifest';

/** Headers by which a browser would load, run or go to more than a page names. */
const ACTIVE_HEADERS = ['refresh', 'speculation-rules', 'service-worker-allowed', 'content-location', 'sourcemap'];

const hashOf = (bytes: Uint8Array | string, encoding: 'hex' | 'base64') => createHash('sha256').update(bytes).digest(encoding);

/** @param expected the same page in several languages, or one file */
export function findExpected(body: Uint8Array, expected: readonly Expected[]): Expected | undefined {
  const sha256 = hashOf(body, 'hex');
  return expected.find((each) => each.sha256 === sha256);
}

/** Differences of the headers, which a 304 changes too in a browser's copy. @returns in words, without the address */
export function headerDifferences({ status, headers }: HttpResponse, { type, policy }: Expected): string[] {
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
export function decoded({ headers, body }: HttpResponse): Buffer | null {
  const { zstdDecompressSync } = zlib as { zstdDecompressSync?: (bytes: Uint8Array) => Buffer };
  const decoders: Record<string, ((bytes: Uint8Array) => Buffer) | undefined> = {
    identity: Buffer.from,
    br: zlib.brotliDecompressSync,
    gzip: zlib.gunzipSync,
    zstd: zstdDecompressSync,
  };
  try {
    return decoders[headers['content-encoding']?.toLowerCase() ?? 'identity']?.(body) ?? null;
  } catch {
    return null;
  }
}

/** Lists elements that a changed page has and ours never have; the right page itself is not at hand. @param addresses of all files of the version */
export function suspectsIn(html: string, { policy = '' }: Expected, addresses: Record<string, unknown>): string[] {
  const suspects = new Set<string>();
  for (const [, attributes = '', code = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script/gi))
    if (!/\bsrc\s*=/i.test(attributes) && !/type="application\/json"/i.test(attributes) && !policy.includes(hashOf(code, 'base64')))
      suspects.add('a script inside it is not of this version');
  for (const [tag] of html.replace(/(<script\b[^>]*>)[\s\S]*?<\/script/gi, '$1').matchAll(/<[a-z][^>]*>/gi)) {
    const handler = /\s(on[a-z]+)\s*=/i.exec(tag)?.[1];
    if (handler) suspects.add(`an event handler ${handler.toLowerCase()}`);
    if (/^<base\b/i.test(tag)) suspects.add('a <base>');
    const address = /^<script\b[^>]*\ssrc\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1];
    if (address !== undefined && !(address in addresses)) suspects.add(`a script from ${address}`);
    const linked = /^<link\b[^>]*\shref\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1];
    if (linked !== undefined && !(linked in addresses) && !/^(?:\/(?!\/)|data:)/.test(linked)) suspects.add(`a <link> to ${linked}`);
  }
  return [...suspects];
}
