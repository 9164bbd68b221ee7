/** Where a bucket of an S3-compatible object store is. */
export interface StoreAddress {
  bucket: string;
  /** The bucket's own address, without a slash at its end. */
  url: string;
  region: string;
}

const PARAMETERS: ReadonlySet<string> = new Set(['endpoint', 'region', 'path-style']);
/** The region for which stores without regions take signatures. */
const DEFAULT_REGION = 'us-east-1';

/**
 * Parses `s3://BUCKET?endpoint=https://HOST&region=REGION&path-style=true`. Without an endpoint the store is Amazon's; with
 * one the bucket is a part of the path, unless `path-style=false`.
 */
export function parseStoreAddress(text: string): StoreAddress | null {
  if (!URL.canParse(text)) return null;
  const { protocol, host: bucket, pathname, hash, username, searchParams } = new URL(text);
  const isWhole = protocol === 's3:' && /^[\w.-]{3,63}$/.test(bucket) && /^\/?$/.test(pathname) && hash === '' && username === '';
  if (!isWhole || ![...searchParams.keys()].every((name) => PARAMETERS.has(name))) return null;
  const region = searchParams.get('region') ?? DEFAULT_REGION;
  const pathStyle = searchParams.get('path-style') ?? String(searchParams.has('endpoint'));
  const endpoint = originOf(searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`);
  if (!/^[\w-]+$/.test(region) || !/^(?:true|false)$/.test(pathStyle) || endpoint === null) return null;
  const url = pathStyle === 'true' ? `${endpoint.origin}/${bucket}` : `${endpoint.protocol}//${bucket}.${endpoint.host}`;
  return { bucket, region, url };
}

function originOf(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isOrigin = /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search + url.hash + url.username === '';
  return isOrigin ? url : null;
}
