import { accountPath } from '../../account-path';
import { formAction, seen } from '../form-action';

/** The new key was seen. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formAction(async ({ services: { handOvers }, request }) =>
  seen(request.headers, accountPath('keys'), handOvers.newKey.end),
);
