/** `ls`: the pastes of this machine's history, and who has opened those made by `--to`. */
import { readReceipt } from '../lib/client/operations.generated';
import { clientOf, headersOf } from './api';
import type { Context } from './context';
import { CliError, EXIT } from './exit';
import { type HistoryEntry, recall, remember } from './history';
import { print, printTable } from './output';
import { parseTarget } from './target';
import { timeFor } from './terminal';

/** How many receipts it asks for: a server gives 30 a minute to an address. */
const MAX_ASKED = 20;

type State = 'created' | NonNullable<HistoryEntry['ended']>['state'];

/** Lists the pastes of all addresses, or of the one in --url. */
export async function list(context: Context): Promise<void> {
  const { values, settings, env, tell } = context;
  const all = recall(env);
  const now = nowByServer(all);
  const entries = all
    .filter(({ url }) => values.url === undefined || url === settings.baseUrl)
    .filter(({ expiresAt }) => !expiresAt || expiresAt > now)
    .reverse();
  const states = await askStates(entries, context);
  // Manage tokens are left out: people show lists to others.
  const shown = entries.map((entry) => {
    const { url, id, title = '', createdAt, expiresAt = null, burnAfterRead = false, label } = entry;
    const sent = label === undefined ? {} : { label, ...states.get(entry) };
    return { url: `${url}/view/${id}`, publicId: id, title, createdAt, expiresAt, burnAfterRead, ...sent };
  });
  if (values.json) return print(`${JSON.stringify(shown)}\n`);
  if (entries.length === 0) return tell('This machine has no paste that still exists.');
  const hasSent = entries.some(({ label }) => label !== undefined);
  const rows = entries.map((entry) => {
    const row = [entry.id, timeFor(process.stdout, entry.expiresAt ?? null), onOneLine(entry.title ?? '')];
    return hasSent ? [...row, stateOf(states.get(entry))] : row;
  });
  await printTable(['ID', 'EXPIRES', 'TITLE', ...(hasSent ? ['OPENED'] : [])], rows);
}

/** This machine's clock may be wrong. It is corrected by what the last create learned of the server's. */
function nowByServer(all: readonly HistoryEntry[]): string {
  const { createdAt = '', localAt = createdAt } = all.at(-1) ?? {};
  const aheadMs = Date.parse(localAt) - Date.parse(createdAt) || 0;
  return new Date(Date.now() - aheadMs).toISOString();
}

interface Known {
  state: State;
  at?: string;
}

function stateOf(known: Known | undefined): string {
  if (known === undefined) return '';
  const { state, at } = known;
  if (state === 'created' || at === undefined) return 'no';
  return state === 'opened' ? timeFor(process.stdout, at) : `no, ${state}`;
}

/** @returns what became of the pastes made by --to, as far as it is known or the servers say so */
async function askStates(entries: readonly HistoryEntry[], { settings, env, tell }: Context): Promise<ReadonlyMap<HistoryEntry, Known>> {
  const states = new Map<HistoryEntry, Known>();
  const silent = new Set<string>();
  let asked = 0;
  for (const entry of entries) {
    const { url, id, label, manageToken, ended } = entry;
    if (ended !== undefined) states.set(entry, ended);
    if (ended !== undefined || label === undefined || manageToken === undefined || silent.has(url) || asked === MAX_ASKED) continue;
    asked += 1;
    try {
      const { baseUrl } = settings.reach(parseTarget(`${url}/view/${id}`, settings.baseUrl));
      const { state, at } = await clientOf(baseUrl).call(readReceipt, { params: { publicId: id }, headers: headersOf({ manageToken }) });
      states.set(entry, state === 'created' ? { state } : { state, at });
      if (state !== 'created') keepEnd({ url, id, ended: { state, at } }, env);
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      // A receipt that is gone says nothing of the others.
      if (error.code === EXIT.gone) continue;
      silent.add(url);
      tell(`${url} does not say who has opened a link: ${error.message}`);
    }
  }
  return states;
}

/** A list is right, too, where the history can't be written. */
function keepEnd(entry: HistoryEntry, env: Context['env']): void {
  try {
    remember(entry, env);
  } catch {
    // The next list asks again.
  }
}

/** Replaces characters that move the cursor or change the text's direction. */
const onOneLine = (title: string) => title.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
