/**
 * Opens the link of a paste: claims it if it burns, fetches it, decrypts it on this machine.
 *
 * Guarantees for a burn paste: it is claimed before the fetch, and the claim stays on disk until the caller acknowledges, so
 * that the same command continues after a failure until the lease ends. A wrong key or password claims nothing, provided that
 * the sender stored a read proof, as this client does.
 */

import type { ApiResponse } from '../lib/client/client';
import { acknowledgePaste, checkContent, claimPaste, readContent } from '../lib/client/operations.generated';
import { EnvelopeError, type EnvelopeProblem } from '../lib/envelope/envelope.errors';
import { isKey } from '../lib/envelope/envelope-key';
import { openPaste } from '../lib/envelope/envelope-open';
import { deriveReadToken } from '../lib/envelope/envelope-token';
import { type Client, clientOf, isRefusal, type Received } from './api';
import type { Context } from './context';
import { CliError, EXIT } from './exit';
import { hasClaim, keepClaim } from './kept-claim';
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

/** @throws CliError usage, for what is no link; wrongKey for a link that was cut or mistyped */
export function pasteOf(context: Context, link: string): LinkedPaste {
  const { settings, values, env } = context;
  const target = settings.reach(parseTarget(link, settings.baseUrl));
  if (target.key !== null && !values.plain && !isKey(target.key)) throw new CliError(EXIT.wrongKey, PROBLEMS['invalid-key']);
  const client = clientOf(target.baseUrl, settings.apiKeyFor(target.baseUrl));
  const session: Session = { target, context, client, password: givenPassword(values, env) };
  return {
    look: async () => void (hasClaim(target, env) || (await check(session))),
    open: () => openTarget(session),
  };
}

async function openTarget(session: Session): Promise<Opened> {
  const { target, context } = session;
  const isPlain = target.key !== null || context.values.plain;
  // A claim would lose a burn paste that nobody can decrypt. The server reports a paste that an earlier try claimed as gone.
  if (!isPlain && !hasClaim(target, context.env) && isJose(await check(session)))
    throw new CliError(EXIT.wrongKey, 'This paste is encrypted, and the link has no key: the part from # is missing');
  const { title, response, acknowledge } = await claimAndFetch(session, 'paste');
  return { target, pieces: await piecesIn(session, response, title ?? ''), isBurn: title !== null, acknowledge };
}

/** Asks for a paste by HEAD, which counts no view and burns nothing. @throws CliError */
const check = ({ client, target: { publicId } }: Session) => client.open(checkContent, { params: { publicId } });

const isJose = ({ headers }: ApiResponse) => /^application\/jose\b/i.test(headers.get('Content-Type') ?? '');

/** A try to read one paste. */
export interface Session {
  target: Target;
  context: Context;
  client: Client;
  /** The given or typed password; null while none was needed. */
  password: string | null;
}

/**
 * Claims a paste that burns, and fetches its content. `title` is null for another paste.
 * @param what it is, for a message
 * @throws CliError
 */
export async function claimAndFetch(session: Session, what: 'paste' | 'answer') {
  const { target, client, context } = session;
  const params = { publicId: target.publicId };
  const { claim, forget } = keepClaim(target, context.env);
  const title = await claimTitle(session, claim).catch((error: unknown) => {
    if (error instanceof CliError && error.code !== EXIT.later) forget();
    throw error;
  });
  if (title === null) forget();
  const headers = { 'X-Service-Claim': title === null ? null : claim };
  const response = await client.open(readContent, { params, headers }, context.progress);
  return {
    title,
    response,
    /** Forgets the claim. */
    forget,
    /** To be called after all was written, so a failure is no error: the end of the lease deletes the paste anyway. */
    async acknowledge(): Promise<void> {
      if (title === null) return;
      try {
        await client.call(acknowledgePaste, { params, body: { claim } });
      } catch (error) {
        if (!(error instanceof CliError) || error.code !== EXIT.gone)
          return context.tell(`The acknowledgement failed. The server deletes the ${what} in about a minute.`);
      }
      forget();
    },
  };
}

/**
 * Claims a paste. @returns its title, empty when the title is inside the envelope; null when the paste doesn't burn
 * @throws CliError later, when the sender must release the claim first
 */
async function claimTitle(session: Session, claim: string): Promise<string | null> {
  const { target, client } = session;
  const params = { publicId: target.publicId };
  let readToken: string | undefined;
  for (;;) {
    try {
      const claimed = await client.call(claimPaste, { params, headers: { 'X-Service-Read-Token': readToken }, body: { claim } });
      if (!('state' in claimed)) return claimed.title;
      if (claimed.by === 'mail') return await claimByCode(client, target.publicId, claim);
      throw new CliError(
        EXIT.later,
        `The sender releases each reader. Tell the sender the code ${claimed.code}, wait for the release, then run this command again`,
      );
    } catch (error) {
      if (isRefusal(error, 'nothing_to_claim')) return null;
      if (isRefusal(error, 'refused'))
        throw new CliError(EXIT.refused, 'The sender refused you, or no code reaches the recipient. Nothing was burned');
      if (!isRefusal(error, 'read_token_required')) throw error;
      if (readToken !== undefined) throw new CliError(EXIT.wrongKey, 'The key in the link or the password is wrong. Nothing was burned');
      const { protectedHeader } = error.problem;
      if (protectedHeader === null || target.key === null)
        throw new CliError(EXIT.wrongKey, 'This paste needs a read token that this program cannot derive');
      readToken = await withKey(session, (key, password) => deriveReadToken(protectedHeader, key, password));
    }
  }
}

async function piecesIn(session: Session, response: Received, title: string): Promise<Piece[]> {
  const { target, context } = session;
  const { content } = response;
  if (context.values.plain) return [{ bytes: content, name: title, isFile: false }];
  if (isJose(response)) return piecesOf(await withKey(session, (key, password) => openPaste(content.toString('latin1'), key, password)));
  if (target.key === null) return [{ bytes: content, name: title, isFile: false }];
  throw new CliError(EXIT.wrongKey, 'The link has a key, but the server sent a text that is not encrypted. --plain prints it anyway');
}

/** Runs what needs the link's key, and the password if there is one, for which it asks once. @throws CliError */
async function withKey<Result>(session: Session, run: (key: string, password?: string) => Promise<Result>): Promise<Result> {
  try {
    return await run(session.target.key ?? '', session.password ?? undefined);
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    if (error.code === 'password-needed' && session.password === null) {
      session.password = await askPassword(session.context.env);
      return withKey(session, run);
    }
    const isKeys = ['wrong-key', 'invalid-key', 'password-needed', 'invalid-text'].includes(error.code);
    throw new CliError(isKeys ? EXIT.wrongKey : EXIT.other, PROBLEMS[error.code]);
  }
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
