import { apiDocument } from '#lib/api/openapi.document';
import { services } from '#lib/composition/services';
import { endpoint } from '#lib/http/endpoint';
import { API_HEADERS, PREFLIGHT_HEADERS } from '#lib/http/headers';
import { json } from '#lib/http/reply';

/** Not counted: whoever learns how to call the API has not called it yet. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: async () => json(200, apiDocument((await services()).config.BASE_URL)) },
  { headers: API_HEADERS, preflight: PREFLIGHT_HEADERS, prepare: async () => undefined, log: async () => (await services()).log },
);
