/** Requests of those who release readers: by a release token, a manage token, or the session of the owner. */
import { pageClient, problemIn } from '#components/client/page.client';
import type { ApiProblem } from '#lib/client/api-problem';
import { listWaiting, refuseReader, releaseReader } from '#lib/client/operations.generated';
import type { WaitingListJson } from '#lib/pastes/paste.schema';

/** The right to release; null: the session alone. */
export type Credential = { kind: 'release' | 'manage'; token: string } | null;

/** A list, or why there is none: the paste is gone, or this is nobody who may release. */
export type FoundWaiting = WaitingListJson | 'gone' | 'forbidden';

export interface WatchedReaders {
  id: string;
  credential: Credential;
}

const headersOf = (credential: Credential) => ({
  'X-Service-Manage-Token': credential?.kind === 'manage' ? credential.token : null,
  'X-Service-Release-Token': credential?.kind === 'release' ? credential.token : null,
});

/** For `usePolled`. @throws ApiError when a later request may succeed */
export async function askWaiting({ id, credential }: WatchedReaders): Promise<FoundWaiting> {
  return pageClient.call(listWaiting, { params: { publicId: id }, headers: headersOf(credential) }).catch((error: unknown) => {
    const { status } = problemIn(error);
    if (status === 404) return 'gone';
    if (status === 401 || status === 403) return 'forbidden';
    throw error;
  });
}

export type ReleaseProblem = 'not-waiting' | 'already-released' | 'forbidden' | 'too-many-requests' | 'unreachable';

/** @returns how many approvals the reader has now, or why there is none more */
export async function release({ id, credential }: WatchedReaders, code: string): Promise<number | ReleaseProblem> {
  const input = { params: { publicId: id }, headers: headersOf(credential), body: { code } };
  return pageClient.call(releaseReader, input).then(({ approved }) => approved, problemOf);
}

/** @returns null when the reader is refused */
export async function refuse({ id, credential }: WatchedReaders, code: string): Promise<ReleaseProblem | null> {
  const input = { params: { publicId: id }, headers: headersOf(credential), body: { code } };
  return pageClient.call(refuseReader, input).then(() => null, problemOf);
}

function problemOf(error: unknown): ReleaseProblem {
  const { code, status }: ApiProblem = problemIn(error);
  if (status === 404) return 'not-waiting';
  if (code === 'already_released') return 'already-released';
  if (status === 401 || status === 403) return 'forbidden';
  return status === 429 ? 'too-many-requests' : 'unreachable';
}
