/** `rm`, `extend` and `receipt` with the manage token in the history or the API key; `rm` also as a reader who may delete. */
import { deletePaste, extendPaste, readReceipt } from '../lib/client/operations.generated';
import { deriveReadToken } from '../lib/envelope/envelope-token';
import type { ReceiptJson } from '../lib/receipts/receipt.schema';
import { clientOf } from './api';
import type { Context } from './context';
import { CliError, EXIT, usageError } from './exit';
import { findInHistory, remember } from './history';
import { print } from './output';
import { parseTtl } from './paste-options';
import { parseTarget, type Target } from './target';
import { timeFor } from './terminal';
import { waitForEnd } from './wait';

export async function remove(context: Context): Promise<void> {
  const { target, params, headers, client, isRemembered } = find(context);
  await client.call(deletePaste, { params, headers }).catch(async (error: unknown) => {
    // The read token is only a second try, since the server counts tries of tokens.
    const readToken = error instanceof CliError && error.code === EXIT.refused ? await tokenOf(target) : undefined;
    if (readToken === undefined) throw error;
    await client.call(deletePaste, { params, headers: { ...headers, 'X-Service-Read-Token': readToken } });
  });
  if (isRemembered) remember({ url: target.baseUrl, id: target.publicId, isDeleted: true }, context.env);
  if (context.values.json) await print(`${JSON.stringify({ publicId: target.publicId, deleted: true })}\n`);
  context.tell('Deleted.');
}

export async function extend(context: Context): Promise<void> {
  const ttlSeconds = parseTtl(context.operands[1] ?? '');
  if (ttlSeconds === null) throw usageError('extend needs a time like 1d, not "never"');
  const { target, params, headers, client, isRemembered } = find(context);
  const { expiresAt } = await client.call(extendPaste, { params, headers, body: { ttlSeconds } });
  if (isRemembered) remember({ url: target.baseUrl, id: target.publicId, expiresAt }, context.env);
  await print(`${context.values.json ? JSON.stringify({ publicId: target.publicId, expiresAt }) : timeFor(process.stdout, expiresAt)}\n`);
}

export async function receipt(context: Context): Promise<void> {
  const { values } = context;
  const { target, params, headers, client } = find(context);
  const { wait } = values;
  // A sender's polls show no read token, since the server counts tries of tokens.
  const readToken = wait && (headers['X-Api-Key'] || headers['X-Service-Manage-Token']) ? undefined : await tokenOf(target);
  const input = { params, headers: { ...headers, 'X-Service-Read-Token': readToken } };
  const found = await (wait ? waitForEnd(context, client, input) : client.call(readReceipt, input));
  const { publicId, state, createdAt, at, ...counted } = found;
  const said = `${state} ${timeFor(process.stdout, at)}${countOf(counted)}`;
  await print(`${values.json ? JSON.stringify({ publicId, state, createdAt, at, ...counted }) : said}\n`);
}

/** ", 1 of 2 read, last on …" of a paste with a number of reads; empty for others. */
function countOf({ reads, maxReads, lastReadAt }: Pick<ReceiptJson, 'reads' | 'maxReads' | 'lastReadAt'>): string {
  if (maxReads === undefined) return '';
  return `, ${reads} of ${maxReads} read${lastReadAt ? `, last on ${timeFor(process.stdout, lastReadAt)}` : ''}`;
}

function find({ operands, settings, env }: Context) {
  const target = settings.reach(parseTarget(operands[0] ?? '', settings.baseUrl));
  const entry = findInHistory(target, env);
  const headers = {
    'X-Api-Key': settings.apiKeyFor(target.baseUrl),
    'X-Service-Manage-Token': entry?.manageToken,
    'X-Service-Release-Token': entry?.releaseToken,
  };
  const params = { publicId: target.publicId };
  return { target, params, headers, client: clientOf(target.baseUrl), isRemembered: entry !== undefined };
}

/** The read token of a reader with the link; undefined when the link has no key. A paste with a password has another token. */
async function tokenOf({ key }: Target): Promise<string | undefined> {
  if (key === null) return undefined;
  return deriveReadToken(null, key).catch(() => undefined);
}
