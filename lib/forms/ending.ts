import { countEnded, type Ended } from '../accounts/endings.rules';
import type { Reply } from '../http/reply';
import { accountPath } from './account-path';
import { type SignedInCall, seeOther } from './form-action';
import type { AccountNotice } from './notices.messages';

/**
 * Responds after a key, an identity or a session was ended: with the page of keys, or with the sign-in page when the caller's
 * own session ended with it.
 * @param notices for nothing ended, one thing alone, and more that ended with it
 */
export async function afterEnding(
  { services, request }: SignedInCall,
  ended: Ended,
  notices: Record<'none' | 'one' | 'more', AccountNotice>,
): Promise<Reply> {
  const count = countEnded(ended);
  if (count === 0) return seeOther(accountPath('keys', { notice: notices.none }));
  if (!(await services.sessions.findIn(request.headers.get('cookie')))) return seeOther(accountPath('pastes', { notice: 'signed-out' }));
  return seeOther(accountPath('keys', { notice: ended.isEnded && count === 1 ? notices.one : notices.more }));
}
