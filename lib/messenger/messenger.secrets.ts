/** What the platform shows with each update, so that nobody else can speak for it. */
import { hkdfSync } from 'node:crypto';

interface Configured {
  MESSENGER_WEBHOOK_SECRET?: string | undefined;
  MESSENGER_BOT_TOKEN?: string | undefined;
  MASTER_KEY: Buffer;
  MASTER_KEY_PREVIOUS?: Buffer | undefined;
}

/**
 * The secrets that an update may show; the first is the one that the platform is told. Where none is configured it
 * is derived from the master key, and, while that is being changed, also from the key before. Without a bot and
 * without a secret nobody has anything to say: there is none.
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

/** The same in every process, nothing of the master key, and of characters that the platform takes. */
function deriveSecret(masterKey: Uint8Array): string {
  return Buffer.from(hkdfSync('sha256', masterKey, '', 'sealpaste/v1/messenger-updates', 32)).toString('hex');
}
