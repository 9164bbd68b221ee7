import { acknowledgePaste } from './api';
import type { Context } from './context';
import { CliError, EXIT } from './exit';
import type { KeptClaim } from './kept-claim';
import type { Target } from './target';

/** All is written, so a failure here is no error: without an acknowledgement the end of the lease deletes the paste. */
export async function acknowledge({ tell }: Context, target: Target, kept: KeptClaim, what: 'paste' | 'answer'): Promise<void> {
  try {
    await acknowledgePaste(target, kept.claim);
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== EXIT.gone)
      return tell(`The acknowledgement failed. The server deletes the ${what} in about a minute.`);
  }
  kept.forget();
}
