import { services } from '#lib/composition/services';
import { endpoint } from '#lib/http/endpoint';
import { PRIVATE_HEADERS } from '#lib/http/headers';
import { json } from '#lib/http/reply';
import { shareXUploader } from '#lib/uploads/sharex';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    GET: async () =>
      json(200, shareXUploader((await services()).config.BASE_URL), { 'Content-Disposition': 'attachment; filename="sealpaste.sxcu"' }),
  },
  { headers: PRIVATE_HEADERS, prepare: async () => undefined, log: async () => (await services()).log },
);
