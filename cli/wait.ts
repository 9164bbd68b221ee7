/**
 * `sealpaste receipt --wait`: waits for the end of a burn paste. If the sender lets its readers in, it shows who waits, and at a terminal
 * takes the code that a reader has told the sender: nobody is released whose code wasn't typed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { listWaiting, readReceipt, refuseReader, releaseReader } from '../lib/client/operations.generated';
import type { PublicId } from '../lib/pastes/paste.rules';
import type { WaitingListJson } from '../lib/pastes/paste.schema';
import type { ReceiptJson } from '../lib/receipts/receipt.schema';
import { type Client, isRefusal } from './api';
import type { Context } from './context';
import { CliError, EXIT } from './exit';
import { timeFor, writeError } from './terminal';

/** Time between two polls: a person waits at both ends. The service allows 30 receipts a minute. */
const POLL_MS = 4_000;

interface Input {
  params: { publicId: PublicId };
  headers: Readonly<Record<`X-${string}`, string | null | undefined>>;
}

const HOW_TO_DECIDE = 'Type the code that your reader tells you to release this reader, or "no CODE" to refuse.';

/** @returns the receipt once the paste is opened, expired or deleted @throws CliError */
export async function waitForEnd({ values }: Context, client: Client, input: Input): Promise<ReceiptJson> {
  const shown = new Set<string>();
  const show = (line: string) => {
    if (shown.has(line) || values.quiet) return;
    if (shown.size === 0 && process.stdin.isTTY) writeError(`${HOW_TO_DECIDE}\n`);
    shown.add(line);
    writeError(`${line}\n`);
  };
  const typed = process.stdin.isTTY ? (await import('node:readline')).createInterface({ input: process.stdin }) : null;
  typed?.on('line', (line) => void decide(client, input, line).then((said) => writeError(`${said}\n`)));
  let mayList = true;
  for (;;) {
    let waitMs = POLL_MS;
    try {
      const receipt = await client.call(readReceipt, input);
      if (receipt.state !== 'created') {
        typed?.close();
        return receipt;
      }
      const listed: WaitingListJson | null = mayList ? await client.call(listWaiting, input).catch(emptyIfRefused) : null;
      mayList &&= listed?.approvals !== null || listed.recipient !== undefined;
      listed?.waiting.map(lineOf).forEach(show);
      listed?.recipient?.claims.map(lineOfClaim).forEach(show);
    } catch (error) {
      if (!(error instanceof CliError) || error.code !== EXIT.later) throw error;
      waitMs = Math.max(error.retryAfterMs, POLL_MS);
    }
    await sleep(waitMs);
  }
}

/** A reader may see the receipt only; and the paste can end between two requests. */
function emptyIfRefused(error: unknown): WaitingListJson {
  if (error instanceof CliError && [EXIT.refused, EXIT.gone].some((code) => code === error.code)) return { waiting: [], approvals: null };
  throw error;
}

function lineOf({ code, since, client, state, approved }: WaitingListJson['waiting'][number]): string {
  const who = `${code}${client === null ? '' : ` (${client})`}`;
  if (state === 'released') return `${who} is released.`;
  return `${who} waits since ${timeFor(process.stderr, since)}${approved > 0 ? ', with one of two approvals' : ''}.`;
}

function lineOfClaim({ since, client, state }: NonNullable<WaitingListJson['recipient']>['claims'][number]): string {
  const who = `A reader${client === null ? '' : ` (${client})`} asked at ${timeFor(process.stderr, since)}: `;
  if (state === 'undeliverable') return `${who}the mail server takes no mail for your recipient.`;
  return who + (state === 'wrong_codes' ? 'five wrong codes were typed.' : 'a code is mailed to your recipient.');
}

/** @returns what became of a typed line */
async function decide(client: Client, input: Input, line: string): Promise<string> {
  const [, isRefused, code = ''] = /^\s*(no\s+)?(\d{4})\s*$/i.exec(line) ?? [];
  if (code === '') return HOW_TO_DECIDE;
  try {
    if (isRefused !== undefined) {
      await client.call(refuseReader, { ...input, body: { code } });
      return `${code} is refused.`;
    }
    const { state } = await client.call(releaseReader, { ...input, body: { code } });
    return state === 'released' ? `${code} is released.` : `${code} needs a second approval, by another person.`;
  } catch (error) {
    if (isRefusal(error, 'not_waiting')) return `Nobody waits with the code ${code}.`;
    if (isRefusal(error, 'already_released'))
      return 'A reader is released already. For 15 minutes nobody takes that back, or releases another.';
    return (error as Error).message;
  }
}
