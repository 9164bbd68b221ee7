/** `ls`: prints the history of this machine, without a request. */
import type { Context } from './context';
import { recall } from './history';
import { print } from './output';

/** Lists the pastes of all addresses, or of the one in --url. */
export async function list({ values, settings, env }: Context): Promise<void> {
  const now = new Date().toISOString();
  const entries = recall(env)
    .filter(({ url }) => values.url === undefined || url === settings.baseUrl)
    .filter(({ expiresAt }) => !expiresAt || expiresAt > now)
    .reverse();
  // Manage tokens are left out: people show lists to others.
  const shown = entries.map(({ url, id, title = '', createdAt, expiresAt = null, burnAfterRead = false }) => {
    return { url: `${url}/view/${id}`, publicId: id, title, createdAt, expiresAt, burnAfterRead };
  });
  const lines = shown.map(({ publicId, expiresAt, title }) => `${publicId}\t${expiresAt ?? 'never'}\t${onOneLine(title)}`);
  const text = values.json ? `${JSON.stringify(shown)}\n` : lines.map((line) => `${line}\n`).join('');
  if (text !== '') await print(text);
}

/** Replaces characters that move the cursor or change the text's direction. */
const onOneLine = (title: string) => title.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
