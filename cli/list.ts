/** `ls`: the pastes of this machine's history. It asks no server. */
import type { Context } from './context';
import { type HistoryEntry, recall } from './history';
import { print, printTable } from './output';
import { oneLine, timeFor } from './terminal';

/** Lists the pastes of all addresses, or of the one in --url. */
export async function list({ values, settings, env, tell }: Context): Promise<void> {
  const all = recall(env);
  const now = nowByServer(all);
  const entries = all
    .filter(({ url }) => values.url === undefined || url === settings.baseUrl)
    .filter(({ expiresAt }) => !expiresAt || expiresAt > now)
    .reverse();
  // Manage tokens are left out: people show lists to others.
  const shown = entries.map(({ url, id, title = '', createdAt, expiresAt = null, burnAfterRead = false, label }) => {
    return { url: `${url}/view/${id}`, publicId: id, title, createdAt, expiresAt, burnAfterRead, label };
  });
  if (values.json) return print(`${JSON.stringify(shown)}\n`);
  if (entries.length === 0) return tell('This machine has no paste that still exists.');
  const rows = shown.map(({ publicId, expiresAt, title }) => [publicId, timeFor(process.stdout, expiresAt), oneLine(title)]);
  await printTable(['ID', 'EXPIRES', 'TITLE'], rows);
}

/** This machine's clock may be wrong. It is corrected by what the last create learned of the server's. */
function nowByServer(all: readonly HistoryEntry[]): string {
  const { createdAt = '', localAt = createdAt } = all.at(-1) ?? {};
  const aheadMs = Date.parse(localAt) - Date.parse(createdAt) || 0;
  return new Date(Date.now() - aheadMs).toISOString();
}
