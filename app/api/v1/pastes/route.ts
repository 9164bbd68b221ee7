import { readJson } from '#lib/http/body';
import { json } from '#lib/http/reply';
import { parseWith } from '#lib/http/validation';
import { presentCreated, presentSummary } from '#lib/pastes/paste.presenter';
import { createPasteSchema, listPastesSchema } from '#lib/pastes/paste.schema';
import type { Receive } from '#lib/pastes/paste.service';
import { apiEndpoint, requirePrincipal } from '../api';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiEndpoint({
  async GET({ request, principal, services }) {
    const owner = requirePrincipal(principal);
    const { limit, offset } = parseWith(listPastesSchema, Object.fromEntries(new URL(request.url).searchParams));
    const pastes = await services.pastes.list(owner, limit, offset);
    return json(200, { pastes: pastes.map(presentSummary) });
  },

  async POST({ request, principal, services }) {
    const receive: Receive = async (sink) => parseWith(createPasteSchema, await readJson(request, { field: 'content', sink }));
    const key = request.headers.get('idempotency-key');
    const created = await (key === null
      ? services.pastes.create(principal, receive)
      : services.pasteRequests.create(principal, key, receive));
    return json(201, presentCreated(created, services.config.BASE_URL));
  },

  async DELETE({ request, principal, services }) {
    return json(200, { deleted: await services.pasteRequests.callOff(principal, request.headers.get('idempotency-key') ?? '') });
  },
});
