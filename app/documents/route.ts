import { PLAIN_TEXT } from '#components/languages';
import { json } from '#lib/http/reply';
import { readUpload } from '#lib/uploads/upload.body';
import { pasteFieldsOf } from '#lib/uploads/upload.options';
import { apiEndpoint } from '../api/v1/api';

/** The interface of haste-server, for the tools that speak it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiEndpoint({
  async POST({ request, principal, services: { pastes, config } }) {
    const created = await pastes.create(principal, async (sink) => {
      const { options } = await readUpload(request, sink);
      return pasteFieldsOf(options, { title: '', syntax: PLAIN_TEXT, isE2ee: false, maxTtlSeconds: config.MAX_TTL_SECONDS ?? null });
    });
    return json(200, { key: created.publicId });
  },
});
