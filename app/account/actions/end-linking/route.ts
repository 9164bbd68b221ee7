import { accountPath } from '../../account-path';
import { seen, signedInAction } from '../form-action';

/** What came of a linking token was seen, or it isn't wanted any more: unused, it links nothing from now on. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = signedInAction(
  async ({ request, services: { messenger, handOvers }, signedIn }) => {
    const { headers } = request;
    const token = await handOvers.linkingToken.findIn(signedIn, headers.get('cookie'));
    if (token !== null) await messenger.withdrawToken(signedIn, token);
    return seen(headers, accountPath('chats'), handOvers.linkingToken.end);
  },
);
