/** Secrets that the platform sends with each update, so that nobody else can send one. */
import { hkdfSync } from 'node:crypto';

interface Configured {
  MESSENGER_WEBHOOK_SECRET?: string | undefined;
  MESSENGER_BOT_TOKEN?: string | undefined;
  MASTER_KEY: Buffer;
  MASTER_KEY_PREVIOUS?: Buffer | undefined;
}

/**
 * Lists the secrets that an update may show; the platform is told the first. If none is configured, they are derived
 * from the master key and, while that is being changed, from the previous one, too. Without a bot and without a
 * configured secret the list is empty, and every update is refused.
 */
export function updateSecrets({
  MESSENGER_WEBHOOK_SECRET: configured,
  MESSENGER_BOT_TOKEN: token,
  MASTER_KEY,
  MASTER_KEY_PREVIOUS,
}: Configured): string[] {
  if (configured !== undefined) return [configured];
  if (token === undefined) return [];
  return [MASTER_KEY, MASTER_KEY_PREVIOUS].filter((key) => key !== undefined).map(deriveSecret);
}

/** Derives a secret: the same in every process, in characters that the platform takes, and revealing nothing of the master key. */
function deriveSecret(masterKey: Uint8Array): string {
  return Buffer.from(hkdfSync('sha256', masterKey, '', 'sealpaste/v1/messenger-updates', 32)).toString('hex');
}
