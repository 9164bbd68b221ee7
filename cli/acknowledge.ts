import { acknowledgePaste } from './api';
import type { Context } from './context';
import { CliError, EXIT } from './exit';
import type { KeptClaim } from './kept-claim';
import type { Target } from './target';

/** Acknowledges after all was written, so a failure is no error: the end of the lease deletes the paste anyway. */
export async function acknowledge({ tell }: Context, target: Target, kept: KeptClaim, what: 'paste' | 'answer'): Promise<void> {
  try {
    await acknowledgePaste(target, kept.claim);
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== EXIT.gone)
      return tell(`The acknowledgement failed. The server deletes the ${what} in about a minute.`);
  }
  kept.forget();
}
