/**
 * Requests made on this machine, each in a file that only its user can read: the key of the inbox link, without which nobody
 * can read an answer, and which answers were read. A file is removed when nothing can be read with it any more.
 */

import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { serverClockOffset, serverNow } from '../lib/client/server-clock';
import { orNull } from '../lib/encoding/or-null.rules';
import { isPublicId, MAX_TTL_SECONDS, type PublicId } from '../lib/pastes/paste.rules';
import { CliError, EXIT } from './exit';
import { type Environment, fileOf, requestsFolder, writePrivateFile } from './places';
import type { RequestTarget } from './target';

export interface KeptRequest extends Omit<RequestTarget, 'baseUrl'> {
  baseUrl: string;
  inboxKey: string;
  /** ms since 1970 */
  createdAt: number;
  /** ms since 1970; the last answer has expired then. */
  forgetAt: number;
  /** Public ids of answers that were printed. */
  read: PublicId[];
}

/** Writes the request atomically: a program that dies meanwhile loses no key. @throws CliError other */
export function keepRequest(request: KeptRequest, env: Environment): void {
  const folder = requestsFolder(env);
  try {
    // Only the server knows the time for sure, and a key that is forgotten too early is lost.
    if (serverClockOffset() !== null) for (const old of readAll(folder)) if (old.forgetAt < serverNow()) forgetRequest(old, env);
    writePrivateFile(fileOf(folder, request.requestId), JSON.stringify(request));
  } catch (error) {
    throw new CliError(EXIT.other, `The key can't be kept in ${folder} (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** @param requestId null: the latest one @throws CliError gone */
export function findKeptRequest(requestId: PublicId | null, env: Environment): KeptRequest {
  const all = readAll(requestsFolder(env));
  const found =
    requestId === null ? all.toSorted((a, b) => a.createdAt - b.createdAt).at(-1) : all.find((each) => each.requestId === requestId);
  if (!found)
    throw new CliError(EXIT.gone, 'This machine has no such request: all of it was read, it was forgotten, or it was made elsewhere');
  return found;
}

/** A request by its inbox link, wherever it was made; this machine knows which answers it has read. */
export function adoptRequest(link: Pick<KeptRequest, 'baseUrl' | 'requestId' | 'inboxKey'>, env: Environment): KeptRequest {
  const now = serverNow();
  const adopted = { ...link, createdAt: now, forgetAt: now + 2 * MAX_TTL_SECONDS * 1000, read: [] };
  return readAll(requestsFolder(env)).find(({ requestId }) => requestId === link.requestId) ?? adopted;
}

export function forgetRequest({ requestId }: KeptRequest, env: Environment): void {
  rmSync(fileOf(requestsFolder(env), requestId), { force: true });
}

function readAll(folder: string): KeptRequest[] {
  const names = (orNull(() => readdirSync(folder)) ?? []).filter(isPublicId);
  return names.flatMap(
    (name) => orNull(() => ({ ...(JSON.parse(readFileSync(fileOf(folder, name), 'utf8')) as KeptRequest), requestId: name })) ?? [],
  );
}
