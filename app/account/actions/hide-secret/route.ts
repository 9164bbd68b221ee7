import { parseRowId } from '#lib/http/row-id';
import { accountPath, webhookPath } from '../../account-path';
import { formAction, seen } from '../form-action';

/** The secret was seen. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formAction(async ({ fields, services: { handOvers }, request }) => {
  const id = parseRowId(fields.webhookId ?? '');
  return seen(request.headers, id === null ? accountPath('webhooks') : webhookPath(id), handOvers.webhookOutcome.end);
});
