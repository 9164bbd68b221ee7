import { EnvelopeError } from '../lib/envelope/envelope.errors';
import { CliError, EXIT, usageError } from './exit';

/** Translates errors of sealing. @param failed the message for other failures @throws CliError in place of the envelope's errors */
export async function sealing<Sealed>(sealed: Promise<Sealed>, failed: string): Promise<Sealed> {
  try {
    return await sealed;
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    if (error.code === 'too-large')
      throw new CliError(EXIT.other, 'This is too large. The limit is 10 MB, compressed and encrypted: about 7.6 MB of files');
    throw usageError(`${failed} (${error.message})`);
  }
}
