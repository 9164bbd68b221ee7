/** `rm`, `extend` and `receipt`, with the manage token in the history or the API key; `rm` also as a reader who may delete. */
import { deriveReadToken } from '../lib/envelope/envelope-token';
import { type Credentials, deletePaste, extendPaste, readReceipt } from './api';
import type { Context } from './context';
import { CliError, EXIT, usageError } from './exit';
import { findInHistory, remember } from './history';
import { print } from './output';
import { parseTarget, type Target } from './target';
import { parseTtl } from './ttl';

/** @throws CliError */
export async function remove(context: Context): Promise<void> {
  const { target, credentials, isRemembered } = find(context);
  await deletePaste(target, credentials).catch(async (error: unknown) => {
    // The read token is only a second try, since the server counts tries of tokens.
    const readToken = error instanceof CliError && error.code === EXIT.refused ? await tokenOf(target) : undefined;
    if (readToken === undefined) throw error;
    await deletePaste(target, { ...credentials, readToken });
  });
  if (isRemembered) remember({ url: target.baseUrl, id: target.publicId, isDeleted: true }, context.env);
  if (context.values.json) await print(`${JSON.stringify({ publicId: target.publicId, deleted: true })}\n`);
  context.tell('Deleted.');
}

/** @throws CliError */
export async function extend(context: Context): Promise<void> {
  const ttlSeconds = parseTtl(context.operands[1] ?? '');
  if (ttlSeconds === null) throw usageError('extend needs a time like 1d, not "never"');
  const { target, credentials, isRemembered } = find(context);
  const expiresAt = await extendPaste(target, ttlSeconds, credentials);
  if (isRemembered) remember({ url: target.baseUrl, id: target.publicId, expiresAt }, context.env);
  await print(`${context.values.json ? JSON.stringify({ publicId: target.publicId, expiresAt }) : (expiresAt ?? 'never')}\n`);
}

/** @throws CliError */
export async function receipt(context: Context): Promise<void> {
  const { target, credentials } = find(context);
  const readToken = await tokenOf(target);
  const { publicId, state, createdAt, at } = await readReceipt(target, { ...credentials, readToken });
  await print(`${context.values.json ? JSON.stringify({ publicId, state, createdAt, at }) : `${state} ${at}`}\n`);
}

function find({ operands, settings, env }: Context): { target: Target; credentials: Credentials; isRemembered: boolean } {
  const target = settings.reach(parseTarget(operands[0] ?? '', settings.baseUrl));
  const entry = findInHistory(target, env);
  const credentials = { apiKey: settings.apiKeyFor(target.baseUrl), manageToken: entry?.manageToken };
  return { target, credentials, isRemembered: entry !== undefined };
}

/** Any envelope header without a password derives the same read token. */
const KEY_HEADER = 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0';

/** The read token of a reader with the link; undefined when the link has no key. A paste with a password has another token. */
async function tokenOf({ key }: Target): Promise<string | undefined> {
  if (key === null) return undefined;
  return deriveReadToken(KEY_HEADER, key).catch(() => undefined);
}
