/**
 * `sealpaste verify URL`: asks a service for its pages and files as several visitors do, and compares the responses with the
 * manifest of this version: the client knows its hash, and gets the manifest itself from the service.
 *
 * Guarantees: every page that is a file and every file of the manifest is compared for every visitor: bytes, type and policy.
 * A browser that got these pages can load no other script. The fragment of a link is never sent. What this can't show is in
 * docs/verify.md: a page for somebody else, pages that the server renders, and what runs on the server.
 */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { parseLink } from '../lib/envelope/link';
import { compareSite } from './compare-site';
import type { Context } from './context';
import { CliError, EXIT, usageError } from './exit';
import { linkFromInput } from './get';
import { send } from './http';
import { type Build, knownManifest, parseManifest, readManifest } from './manifest';
import { print } from './output';
import { parseBaseUrl } from './target';
import { VISITORS } from './visitors';

const MANIFEST_PATH = '/.well-known/sealpaste-manifest.json';

/** @throws CliError other, when something differs; later, when the service can't be reached */
export async function verify({ operands: [address = ''], values, settings, tell }: Context): Promise<void> {
  const { baseUrl } = settings.reach({ baseUrl: parseBaseUrl(address) });
  const linkPath = values.link === undefined ? null : pathOfLink(values.link === '-' ? await linkFromInput() : values.link, baseUrl);
  const given = values.manifest === undefined ? null : readManifest(values.manifest);
  const known = given === null ? knownManifest() : null;
  const build = (given ?? known) as Build;

  const { status, body } = await send({ method: 'GET', url: baseUrl + MANIFEST_PATH });
  const claimed = status === 200 ? parseManifest(body.toString('utf8')) : null;
  await print(`${baseUrl} says it is ${claimed ? nameOf(claimed) : 'no version'}.\nThe manifest is of ${nameOf(build)}.\n`);
  if (claimed && claimed.build !== build.build)
    throw new CliError(EXIT.other, 'These are different builds, so nothing was compared. Use the manifest of that build: --manifest FILE');
  const isRight = known ? sha256(body) === known.sha256 : isDeepStrictEqual(claimed, given);
  const differing = isRight ? [] : [`${MANIFEST_PATH}: another manifest`];
  const manifest = given ?? (isRight ? claimed : null);
  if (manifest === null)
    throw new CliError(EXIT.other, `${differing}. Nothing else was compared: get the manifest of that build elsewhere, --manifest FILE`);

  tell(`Asking as ${VISITORS.length} visitors…`);
  const { differences: found, pages, fileCount } = await compareSite(baseUrl, manifest, linkPath);
  const differences = [...differing, ...found];
  await print(differences.map((difference) => `differs: ${difference}\n`).join(''));
  if (differences.length > 0)
    throw new CliError(EXIT.other, `${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}`);
  await print(`The same for ${VISITORS.length} kinds of visitors: ${fileCount} files, pages ${pages.join(' ') || 'none'}.\n`);
  if (linkPath === null) await print('The page of a link was not compared: --link LINK.\n');
  await print('This shows no page for somebody else or at another time, and not what runs on the server.\n');
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const nameOf = ({ version, build }: Build) => `version ${version}, build ${build.slice(0, 12)}`;

/** The path of a link, whose key stays here. @throws CliError usage; it doesn't quote the link */
function pathOfLink(link: string, baseUrl: string): string {
  const parsed = parseLink(link);
  if (!parsed || parsed.address === '' || parseBaseUrl(parsed.address) !== baseUrl) throw usageError('This is not a link of that service');
  return `${new URL(baseUrl).pathname.replace(/\/$/, '')}/${parsed.kind ?? 'view'}/${parsed.id}`;
}
