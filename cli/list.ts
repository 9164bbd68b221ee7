/** `ls`: prints the history of this machine, without a request. */
import type { Context } from './context';
import { recall } from './history';
import { print, printTable } from './output';
import { timeFor } from './terminal';

/** Lists the pastes of all addresses, or of the one in --url. */
export async function list({ values, settings, env, tell }: Context): Promise<void> {
  const now = new Date().toISOString();
  const entries = recall(env)
    .filter(({ url }) => values.url === undefined || url === settings.baseUrl)
    .filter(({ expiresAt }) => !expiresAt || expiresAt > now)
    .reverse();
  // Manage tokens are left out: people show lists to others.
  const shown = entries.map(({ url, id, title = '', createdAt, expiresAt = null, burnAfterRead = false }) => {
    return { url: `${url}/view/${id}`, publicId: id, title, createdAt, expiresAt, burnAfterRead };
  });
  if (values.json) return print(`${JSON.stringify(shown)}\n`);
  const rows = shown.map(({ publicId, expiresAt, title }) => [publicId, timeFor(process.stdout, expiresAt), onOneLine(title)]);
  if (rows.length === 0) return tell('This machine has no paste that still exists.');
  await printTable(['ID', 'EXPIRES', 'TITLE'], rows);
}

/** Replaces characters that move the cursor or change the text's direction. */
const onOneLine = (title: string) => title.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
