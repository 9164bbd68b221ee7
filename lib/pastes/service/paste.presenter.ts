import { present } from '../../encoding/present';
import { isoTime } from '../../encoding/time.rules';
import { READS_LEFT_HEADER } from '../paste.rules';
import type { ClaimedPasteJson, CreatedPasteJson, PasteSummaryJson, WaitingClaimJson, WaitingListJson } from '../paste.schema';
import { isSet, OPTION_NAMES, PASTE_OPTIONS } from '../paste-options.rules';
import type { PasteClaim } from '../reading/paste-claims';
import type { WaitingClaim } from '../reading/paste-waiting';
import type { OpenedPaste, PasteSummary, ReadPaste } from '../storage/paste-decryption';
import { isEnvelope } from '../storage/paste-envelope';
import type { CreatedPaste } from './paste-creation';
import type { OverseenPaste } from './paste-oversight.rules';
import type { Release, WaitingList } from './paste-releases';

export function presentCreated(created: CreatedPaste, baseUrl: string): CreatedPasteJson {
  const { publicId, expiresAt, isE2ee, manageToken, releaseTokens } = created;
  return {
    publicId,
    url: `${baseUrl}/view/${publicId}`,
    rawUrl: `${baseUrl}/raw/${publicId}`,
    expiresAt: isoTime(expiresAt),
    isE2ee,
    ...(manageToken === null ? {} : { manageToken }),
    ...(releaseTokens && { releaseTokens: [...releaseTokens] }),
  };
}

export function presentSummary(paste: PasteSummary): PasteSummaryJson {
  const { viewCount, maxReads, lastReadAt } = paste;
  const counted = maxReads === null ? {} : { lastReadAt: isoTime(lastReadAt) };
  return Object.assign(presentTerms(paste), { viewCount }, counted, presentTimes(paste));
}

type TermsJson = Omit<PasteSummaryJson, 'viewCount' | 'lastReadAt' | 'expiresAt' | 'createdAt'>;

const SHOWN_NAMES = OPTION_NAMES.filter((name) => PASTE_OPTIONS[name].shown !== 'never');

/** Built without spread, for every read: V8 spends more on an object with spread parts than on the rest of it. */
function presentTerms(paste: PasteSummary): TermsJson {
  const terms: Record<string, unknown> = { publicId: paste.publicId, title: paste.title, syntax: paste.syntax };
  for (const name of SHOWN_NAMES) if (PASTE_OPTIONS[name].shown === 'always' || isSet(paste[name])) terms[name] = paste[name];
  return terms as TermsJson;
}

const presentTimes = ({ expiresAt, createdAt }: PasteSummary) => ({ expiresAt: isoTime(expiresAt), createdAt: isoTime(createdAt) });

/** The `Link` header of a list's page, which says where the next page is (RFC 8288); none for the last page. */
export function nextPageLink(baseUrl: string, limit: number, cursor: string | null): Record<string, string> {
  if (cursor === null) return {};
  return { Link: `<${baseUrl}/api/v1/pastes?${new URLSearchParams({ limit: String(limit), before: cursor })}>; rel="next"` };
}

export function presentOwned(paste: PasteSummary) {
  return { ...presentSummary(paste), contentBytes: paste.contentBytes };
}

/** Larger contents are written in pieces: one body of 10 MB would delay every other request. */
const STREAM_FROM_BYTES = 256 * 1024;

/** The body of a read, JSON in UTF-8: one buffer for a small content, else pieces of the same JSON. */
export function presentRead(read: ReadPaste): Uint8Array | AsyncIterable<Uint8Array> {
  const { paste, viewCount, content } = read;
  if (!Buffer.isBuffer(content) || content.length > STREAM_FROM_BYTES) {
    const [before, after] = aroundViewCount(paste);
    return endingWith(content, bytesOf([before, String(viewCount), after, '"']));
  }
  paste.presented ??= [...aroundViewCount(paste), jsonOf(content)];
  const [before, after, text] = paste.presented;
  return bytesOf([before, String(viewCount), after, text, '}']);
}

/** The response before the view count, and from there to the content; each character stands for a byte. */
function aroundViewCount(summary: PasteSummary): [string, string] {
  const before = Buffer.from(JSON.stringify(presentTerms(summary)))
    .toString('latin1')
    .slice(0, -1);
  return [`${before},"viewCount":`, `,${JSON.stringify(presentTimes(summary)).slice(1, -1)},"content":`];
}

/**
 * A content as a JSON string; each character stands for a byte. JSON escapes ASCII only, so UTF-8 bytes pass unchanged, also parts
 * of a character. For 100 KB this takes a third of the time of decoding and encoding.
 * @param content well-formed UTF-8, as everything stored
 */
const jsonOf = (content: Buffer): string => JSON.stringify(content.toString('latin1'));

/** @param texts whose characters stand for bytes. They are written one by one: joined, they would be copied once more. */
function bytesOf(texts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(texts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const text of texts) at += bytes.write(text, at, 'latin1');
  return bytes;
}

function* slices(content: Buffer): Generator<Buffer> {
  for (let from = 0; from < content.length; from += STREAM_FROM_BYTES) yield content.subarray(from, from + STREAM_FROM_BYTES);
}

/** An object in JSON whose last field is the content. */
async function* endingWith(content: ReadPaste['content'], before: Buffer): AsyncGenerator<Uint8Array> {
  yield before;
  for await (const piece of Buffer.isBuffer(content) ? slices(content) : content) yield bytesOf([jsonOf(piece).slice(1, -1)]);
  yield bytesOf(['"}']);
}

/** The response in haste-server's format: `{"data", "key"}`. */
export const presentDocument = ({ paste, content }: ReadPaste): AsyncGenerator<Uint8Array> =>
  endingWith(content, Buffer.from(`{"key":${JSON.stringify(paste.publicId)},"data":"`));

export function presentExtended(publicId: string, expiresAt: number | null) {
  return { publicId, expiresAt: isoTime(expiresAt) };
}

export const presentClaim = (claim: PasteClaim): ClaimedPasteJson => present(claim, 'publicId', 'claimedUntil', 'title');

export function presentWaitingClaim({ code, expiresAt }: WaitingClaim): WaitingClaimJson {
  return { state: 'waiting', ...(code === null ? { by: 'mail' } : { code }), expiresAt: isoTime(expiresAt) };
}

export const presentWaiting = ({ approvals, waiting, recipient }: WaitingList): WaitingListJson => ({
  waiting: waiting.map((each) => present(each, 'code', 'client', 'since', 'expiresAt', 'state', 'approved')),
  approvals,
  ...(recipient && {
    recipient: { ...recipient, claims: recipient.claims.map((each) => present(each, 'client', 'since', 'expiresAt', 'state')) },
  }),
});

export const presentRelease = (publicId: string, code: string, { approved, approvals }: Release) => ({
  publicId,
  code,
  state: approved === approvals ? ('released' as const) : ('waiting' as const),
  approved,
  approvals,
});

/** The header of a read of a paste with a number of reads, which says how many are left; none for others. */
export function readsLeftHeader({ paste, viewCount }: ReadPaste): Record<string, string> {
  return paste.maxReads === null ? {} : { [READS_LEFT_HEADER]: String(paste.maxReads - viewCount) };
}

/** Headers of the raw response: an envelope has its own type; everything else is sent as text. */
export function rawHeaders(paste: OpenedPaste): Record<string, string> {
  return {
    'Content-Type': isEnvelope(paste) ? 'application/jose' : 'text/plain; charset=utf-8',
    'Content-Length': String(paste.contentBytes),
  };
}

/** For administrators. */
export function presentOverseen(paste: OverseenPaste): OverseenPaste<string> {
  return { ...paste, ...present(paste, 'heldAt', 'createdAt', 'expiresAt') };
}
