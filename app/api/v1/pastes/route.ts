import { readJson } from '#lib/http/body';
import { json } from '#lib/http/reply';
import { parseWith } from '#lib/http/validation';
import { presentCreated, presentSummary } from '#lib/pastes/paste.presenter';
import { MAX_CONTENT_BYTES } from '#lib/pastes/paste.rules';
import { createPasteSchema, listPastesSchema } from '#lib/pastes/paste.schema';
import { apiEndpoint, requirePrincipal } from '../api';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiEndpoint({
  async GET({ request, principal, services }) {
    const owner = requirePrincipal(principal);
    const { limit, offset } = parseWith(listPastesSchema, Object.fromEntries(new URL(request.url).searchParams));
    const pastes = await services.pastes.list(owner, limit, offset);
    return json(200, { pastes: pastes.map(presentSummary) });
  },

  async POST({ request, principal, services }) {
    const created = await services.pastes.create(principal, async (sink) =>
      parseWith(
        createPasteSchema,
        await readJson(request, {
          field: 'content',
          sink,
          maxBytes: MAX_CONTENT_BYTES,
          elsewhere: '; plain text goes where /help.txt says',
        }),
      ),
    );
    return json(201, presentCreated(created, services.config.BASE_URL));
  },
});
