/**
 * Opens the link of a paste: claims it if it burns, fetches it, decrypts it on this machine.
 *
 * Guarantees for a burn paste: it is claimed before the fetch, and the claim stays on disk until the caller acknowledges, so
 * that the same command continues after a failure until the lease ends. A wrong key or password claims nothing, provided that
 * the sender stored a read proof, as this client does.
 */

import { checkContent } from '../lib/client/operations.generated';
import { orNull } from '../lib/encoding/or-null.rules';
import { inspectHeader } from '../lib/envelope/envelope';
import { EnvelopeError, type EnvelopeProblem } from '../lib/envelope/envelope.errors';
import { parseKey } from '../lib/envelope/envelope-key';
import { openPaste } from '../lib/envelope/envelope-open';
import { deriveReadToken } from '../lib/envelope/envelope-token';
import { type Content, claimPaste, clientOf, fetchContent, isJose, isRefusal, RefusedError } from './api';
import type { Context } from './context';
import { CliError, EXIT } from './exit';
import { acknowledge, hasClaim, type KeptClaim, keepClaim } from './kept-claim';
import { claimByCode } from './mailed-code';
import { type Piece, piecesOf } from './output';
import { askPassword, givenPassword } from './password';
import { parseTarget, type Target } from './target';

/** A paste or an answer in memory. */
export interface Opened {
  target: Target;
  /** At least one. */
  pieces: Piece[];
  /** Whether the server keeps it only until the end of the lease. */
  isBurn: boolean;
  /** Lets the server delete a burn paste, and forgets its claim. */
  acknowledge(): Promise<void>;
}

/** The paste of a link, before anything of it is used up. */
export interface LinkedPaste {
  /** Finds a paste that is gone. Counts no view and burns nothing. @throws CliError */
  look(): Promise<void>;
  open(): Promise<Opened>;
}

/** @throws CliError usage, for what is no link */
export function pasteOf(context: Context, link: string): LinkedPaste {
  const { settings, values, env } = context;
  const target = settings.reach(parseTarget(link, settings.baseUrl));
  const withKey = async <Result>(run: (session: Session) => Promise<Result>): Promise<Result> => {
    const session = { target, context, apiKey: null, password: givenPassword(values, env) };
    requireKeyForm(session);
    return run(session).catch((error: unknown) => {
      // Only a service that requires an account for reading needs to know the reader.
      const apiKey = error instanceof RefusedError && error.code === EXIT.refused ? settings.apiKeyFor(target.baseUrl) : null;
      if (apiKey === null) throw error;
      return run({ ...session, apiKey });
    });
  };
  return { look: () => withKey(look), open: () => withKey(openTarget) };
}

async function openTarget(session: Session): Promise<Opened> {
  const { target, context } = session;
  const kept = keepClaim(target, context.env);
  // The server reports a paste that an earlier try claimed as gone.
  if (!kept.isResumed) await requireKey(session, kept);
  const { claimed, ...fetched } = await claimAndFetch(session, kept);
  return {
    target,
    pieces: await piecesIn(session, fetched, claimed?.title ?? ''),
    isBurn: claimed !== null,
    acknowledge: async () => {
      if (claimed) await acknowledge(target, claimed.kept, 'paste', context.tell);
    },
  };
}

async function look({ target, context, apiKey }: Session): Promise<void> {
  if (!hasClaim(target, context.env)) await check(target, apiKey);
}

/** Asks for a paste by HEAD, which counts no view and burns nothing. @throws CliError */
const check = ({ baseUrl, publicId }: Target, apiKey: string | null) =>
  clientOf(baseUrl).open(checkContent, { params: { publicId }, headers: { 'X-Api-Key': apiKey } });

/** A try to read one paste. */
export interface Session {
  target: Target;
  context: Context;
  /** The given or typed password; null while none was needed. */
  password: string | null;
  /** The key sent with every request; null: none. */
  apiKey: string | null;
}

interface Claimed {
  kept: KeptClaim;
  title: string;
}

/** Finds a cut or mistyped link before any request. */
function requireKeyForm({ target: { key }, context: { values } }: Session): void {
  if (key === null || values.plain) return;
  if (orNull(() => parseKey(key)) === null) throw new CliError(EXIT.wrongKey, PROBLEMS['invalid-key']);
}

/** Refuses a link without a key before the claim, which would lose a burn paste. */
async function requireKey({ target, apiKey, context: { values } }: Session, kept: KeptClaim): Promise<void> {
  if (target.key !== null || values.plain) return;
  try {
    if (!isJose(await check(target, apiKey))) return;
    throw new CliError(EXIT.wrongKey, 'This paste is encrypted, and the link has no key: the part from # is missing');
  } catch (error) {
    kept.forget();
    throw error;
  }
}

/** Claims a paste that burns, and fetches its content. `claimed` is null for another paste. @throws CliError */
export async function claimAndFetch(session: Session, kept: KeptClaim) {
  const { target, context, apiKey } = session;
  const claimed = await claim(session, kept);
  const headers = { 'X-Api-Key': apiKey, ...(claimed && { 'X-Service-Claim': claimed.kept.claim }) };
  return { claimed, ...(await fetchContent(target, headers, context.progress)) };
}

/** @returns null when the paste doesn't burn */
async function claim(session: Session, kept: KeptClaim): Promise<Claimed | null> {
  const { target } = session;
  let readToken: string | undefined;
  for (;;) {
    try {
      const title = await claimPaste(target, kept.claim, { 'X-Service-Read-Token': readToken, 'X-Api-Key': session.apiKey });
      return { kept, title: title ?? (await claimByCode(target, kept.claim)) };
    } catch (error) {
      if (isRefusal(error, 'nothing_to_claim')) {
        kept.forget();
        return null;
      }
      if (!isRefusal(error, 'read_token_required')) {
        if (error instanceof CliError && error.code !== EXIT.later) kept.forget();
        if (isRefusal(error, 'refused'))
          throw new CliError(EXIT.refused, 'The sender refused you, or no code reaches the recipient. Nothing was burned');
        throw error;
      }
      kept.forget();
      if (readToken !== undefined) throw new CliError(EXIT.wrongKey, WRONG_KEY);
      readToken = await proveKey(session, error.problem.protectedHeader);
      kept = keepClaim(target, session.context.env);
    }
  }
}

const WRONG_KEY = 'The key in the link or the password is wrong. Nothing was burned';

async function proveKey(session: Session, protectedHeader: string | null): Promise<string> {
  const { key } = session.target;
  if (protectedHeader === null || key === null)
    throw new CliError(EXIT.wrongKey, 'This paste needs a read token that this program cannot derive');
  try {
    if (inspectHeader(protectedHeader).kind === 'password') session.password ??= await askPassword(session.context.env);
    return await deriveReadToken(protectedHeader, key, session.password ?? undefined);
  } catch (error) {
    throw asCliError(error);
  }
}

async function piecesIn(session: Session, { content, isEnvelope }: Content, title: string): Promise<Piece[]> {
  const { target, context } = session;
  const { plain } = context.values;
  if (isEnvelope && !plain) return piecesOf(await decrypt(session, content.toString('latin1')));
  if (target.key !== null && !plain)
    throw new CliError(EXIT.wrongKey, 'The link has a key, but the server sent a text that is not encrypted. --plain prints it anyway');
  return [{ bytes: content, name: title, isFile: false }];
}

async function decrypt(session: Session, envelope: string) {
  const key = session.target.key ?? '';
  try {
    return await openPaste(envelope, key, session.password ?? undefined);
  } catch (error) {
    if (!(error instanceof EnvelopeError) || error.code !== 'password-needed') throw asCliError(error);
  }
  session.password = await askPassword(session.context.env);
  return openPaste(envelope, key, session.password).catch((error: unknown) => {
    throw asCliError(error);
  });
}

const PROBLEMS: Record<EnvelopeProblem['code'], string> = {
  'wrong-key': 'The key in the link or the password is wrong',
  'invalid-key': 'The part of the link after # is not a key: it was cut or mistyped',
  'password-needed': 'This paste has a password',
  'not-an-envelope': 'The paste is damaged, or another program encrypted it',
  unsupported: 'The paste was encrypted in a way that this version does not know',
  'too-large': 'The paste is larger than the limit of 10 MiB',
  'invalid-text': 'The password is not valid text',
  'invalid-file': 'A file is not valid',
  unavailable: 'This version of Node has no Web Crypto',
};

function asCliError(error: unknown): unknown {
  if (!(error instanceof EnvelopeError)) return error;
  const isKeys = ['wrong-key', 'invalid-key', 'password-needed', 'invalid-text'].includes(error.code);
  return new CliError(isKeys ? EXIT.wrongKey : EXIT.other, PROBLEMS[error.code]);
}
