/** The manifest of a version: the hash of everything that a browser may load (docs/verify.md). */

import { orNull } from '../lib/encoding/or-null.rules';
import { CliError, EXIT, usageError } from './exit';
import { readText } from './input';

/** The hashes, type and policy that a response must have. */
export interface Expected {
  /** In lower-case hexadecimal. */
  sha256: string;
  type: string;
  /** The header `Content-Security-Policy`. */
  policy?: string | undefined;
}

interface ExpectedPage extends Expected {
  /** The path, with `*` for the id of a link. Pages of one address are the same page in several languages. */
  address: string;
  status: number;
}

export interface Build {
  version: string;
  /** The hash of the sources. */
  build: string;
}

export interface Manifest extends Build {
  pages: Record<string, ExpectedPage>;
  files: Record<string, Expected>;
}

/** The hash of the manifest file of this client's build, which a host can't forge. @throws CliError other, when it was built without the pages */
export function knownManifest(): Build & { sha256: string } {
  const known = process.env.KNOWN_MANIFEST;
  if (!known) throw new CliError(EXIT.other, 'This client was built without the pages and knows no manifest: use --manifest FILE');
  return JSON.parse(known) as Build & { sha256: string };
}

/** @throws CliError usage */
export function readManifest(file: string): Manifest {
  const manifest = parseManifest(readText(file));
  if (manifest === null) throw usageError(`${file} is no manifest of Sealpaste`);
  return manifest;
}

/** @returns null for anything else than a manifest */
export function parseManifest(text: string): Manifest | null {
  const manifest = orNull(() => JSON.parse(text) as Partial<Manifest> | null) ?? {};
  const { version, build, pages, files } = manifest;
  const isManifest = typeof version === 'string' && typeof build === 'string' && isRecord(pages) && isRecord(files);
  return isManifest ? (manifest as Manifest) : null;
}

const isRecord = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'object' && each !== null);
