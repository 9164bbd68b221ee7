import { readJson } from '#lib/http/body';
import { json } from '#lib/http/reply';
import { parseWith } from '#lib/http/validation';
import { nextPageLink, presentCreated, presentSummary } from '#lib/pastes/paste.presenter';
import { createPasteSchema, listPastesSchema } from '#lib/pastes/paste.schema';
import { apiEndpoint, requirePrincipal } from '../api';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiEndpoint({
  async GET({ request, principal, services }) {
    const owner = requirePrincipal(principal);
    const { limit, offset, before } = parseWith(listPastesSchema, Object.fromEntries(new URL(request.url).searchParams));
    const { pastes, next } = await services.pastes.listPage(owner, limit, before ?? offset);
    return json(200, { pastes: pastes.map(presentSummary) }, nextPageLink(services.config.BASE_URL, limit, next));
  },

  async POST({ request, principal, services }) {
    const created = await services.pastes.create(principal, async (sink) =>
      parseWith(createPasteSchema, await readJson(request, { field: 'content', sink })),
    );
    return json(201, presentCreated(created, services.config.BASE_URL));
  },
});
