/**
 * `sealpaste request [--wait]`: makes a link by which others send a secret that only this machine can read.
 *
 * Guarantees, besides those of secret-request.ts: an answer is acknowledged only when all of it was written and flushed. If the
 * program ends earlier, for whatever reason, the request stays open, and `--resume` fetches the answers.
 */
import { deriveInboxToken } from '../lib/envelope/envelope-token';
import { groupCode } from '../lib/envelope/request-code';
import { MAX_ANSWERS, MAX_CODE_SECONDS, MAX_LABEL_CHARACTERS } from '../lib/requests/request.rules';
import type { Context } from './context';
import { usageError } from './exit';
import { adoptRequest, findKeptRequest } from './kept-request';
import { print, writePaste } from './output';
import { checkText, DEFAULT_TTL_SECONDS, parseTtl } from './paste-options';
import { awaitAnswer, makeRequest, type OwnRequest, openOldest } from './secret-request';
import { showLink } from './show-link';
import { parseOwnRequest } from './target';
import { timeFor, writeError } from './terminal';

export async function request(context: Context): Promise<void> {
  const { values, operands, env, settings } = context;
  if (values.resume) {
    const [name] = operands;
    const { requestId, inbox } = name === undefined ? { requestId: null, inbox: null } : parseOwnRequest(name);
    const kept = inbox === null ? findKeptRequest(requestId, env) : adoptRequest(inbox, env);
    return receiveNext(context, settings.reach(kept));
  }
  if (operands.length > 0) throw usageError('A link or an id goes with --resume');
  const kept = await ask(context);
  if (values.wait) await receiveNext(context, kept);
}

async function ask(context: Context): Promise<OwnRequest> {
  const { values, tell } = context;
  const ttlSeconds = values.ttl === undefined ? DEFAULT_TTL_SECONDS : parseTtl(values.ttl);
  if (ttlSeconds === null) throw usageError('A request needs a time like 1d, not "never"');
  const label = values.label ?? '';
  checkText('--label', label, MAX_LABEL_CHARACTERS);
  const { kept, created, url, inboxUrl } = await makeRequest(context, { label, ttlSeconds, maxAnswers: parseMax(values.max ?? '1') });
  const { requestId, expiresAt } = created;
  const manageToken = await deriveInboxToken(kept.inboxKey);
  const shown = values.json ? JSON.stringify({ url, inboxUrl, requestId, expiresAt, manageToken }) : url;
  // With --wait, standard output is for the answer.
  if (values.wait) writeError(`${shown}\n`);
  else await print(`${shown}\n`);
  await showLink(context, url);
  tell(`Whoever has this link can send you a secret until ${timeFor(process.stderr, expiresAt)}.`);
  if (!values.wait) tell(`Fetch it: sealpaste request --resume --wait. For you alone, on any device: ${inboxUrl}`);
  return kept;
}

function parseMax(text: string): number {
  const max = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (max < 1 || max > MAX_ANSWERS) throw usageError(`--max is a number from 1 to ${MAX_ANSWERS}`);
  return max;
}

/**
 * `sealpaste receive`: shows a code that others type, and waits for what they send.
 * @throws CliError
 */
export async function receive(context: Context): Promise<void> {
  const wanted = { label: '', ttlSeconds: MAX_CODE_SECONDS, maxAnswers: 1, hasCode: true };
  const { kept, created, code } = await makeRequest(context, wanted);
  writeError(`${groupCode(code)}\n`);
  context.tell(`Type this code on ${kept.baseUrl}/send, or sealpaste answer CODE, until ${timeFor(process.stderr, created.expiresAt)}.`);
  await receiveNext(context, kept, true);
}

/** Prints the oldest answer that wasn't printed yet. @param mayWait whether to wait for one */
async function receiveNext(context: Context, kept: OwnRequest, mayWait = context.values.wait ?? false): Promise<void> {
  const onWait = () => context.tell('Waiting for an answer. Ctrl+C ends nothing: sealpaste request --resume --wait');
  for (;;) {
    const found = await awaitAnswer(context, kept, mayWait ? onWait : null);
    const opened = await openOldest(context, kept, found);
    if (opened === null) continue;
    await writePaste(context, opened.target, opened.pieces, opened.isBurn);
    return opened.acknowledge();
  }
}
