/** The code that was mailed to the recipient of a burn paste: its reader types it at the terminal. */
import { typeCode } from '../lib/client/operations.generated';
import type { PublicId } from '../lib/pastes/paste.rules';
import { type Client, isRefusal } from './api';
import { CliError, EXIT } from './exit';
import { askSecret } from './password';
import { writeError } from './terminal';

const MAILED = 'A code was mailed to the recipient of this paste';

/** Binds the paste to a claim that waits for the code. @returns the paste's title @throws CliError later without a terminal */
export async function claimByCode(client: Client, publicId: PublicId, claim: string): Promise<string> {
  for (;;) {
    const typed = await askSecret(`${MAILED}. Type it: `);
    if (typed === null) throw new CliError(EXIT.later, `${MAILED}. Run this command again at a terminal, and type the code`);
    const code = typed.replace(/\s/g, '');
    try {
      if (!/^\d{6}$/.test(code)) writeError('The code has six digits.\n');
      else return (await client.call(typeCode, { params: { publicId }, body: { claim, code } })).title;
    } catch (error) {
      if (isRefusal(error, 'refused'))
        throw new CliError(
          EXIT.refused,
          'Five wrong codes were typed. Nothing was burned. Another code is mailed if you run this command again',
        );
      if (isRefusal(error, 'not_waiting'))
        throw new CliError(EXIT.later, 'The time is over. Nothing was burned. Another code is mailed if you run this command again');
      if (!isRefusal(error, 'wrong_code')) throw error;
      writeError('This is not the code in the mail.\n');
    }
  }
}
