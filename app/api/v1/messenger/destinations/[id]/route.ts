import { readJson } from '#lib/http/body';
import { json } from '#lib/http/reply';
import { parseRowId } from '#lib/http/row-id';
import { parseWith } from '#lib/http/validation';
import { presentDestination } from '#lib/messenger/messenger.presenter';
import { updateDestinationSchema } from '#lib/messenger/messenger.schema';
import { apiEndpoint, requirePrincipal } from '../../../api';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiEndpoint<{ id: string }>({
  async PATCH({ request, params, principal, services }) {
    const owner = requirePrincipal(principal);
    const changes = parseWith(updateDestinationSchema, await readJson(request));
    return json(200, presentDestination(await services.messenger.update(owner, parseRowId(params.id), changes)));
  },

  async DELETE({ params, principal, services }) {
    await services.messenger.remove(requirePrincipal(principal), parseRowId(params.id));
    return json(200, { deleted: true });
  },
});
