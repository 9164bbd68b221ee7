import { type Services, services } from '#lib/composition/services';
import { readJson } from '#lib/http/body';
import { requestContext } from '#lib/http/context';
import { endpoint } from '#lib/http/endpoint';
import { API_HEADERS } from '#lib/http/headers';
import { json } from '#lib/http/reply';

/** The platform's own name for it, and the interface's. */
const SECRET_HEADERS = ['X-Telegram-Bot-Api-Secret-Token', 'X-Messenger-Bot-Api-Secret-Token'];

/** A long message, quoted in another, each word of both in colour. */
const UPDATE_LIMITS = { maxBytes: 512 * 1024, maxDepth: 64, maxKeys: 20_000 };

/** Called by the platform: limits by address would lose updates. The service bounds what they may do. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint<Record<string, never>, { request: Request; services: Services }>(
  {
    async POST({ request, services }) {
      const { requestId, clientAddress } = requestContext(request);
      const secrets = SECRET_HEADERS.map((name) => request.headers.get(name));
      await services.messenger.receive({ requestId, clientAddress, secrets, read: () => readJson(request, undefined, UPDATE_LIMITS) });
      // Always the same: the platform executes what an answer asks for, and repeats what is not 200. It is to
      // repeat what comes while the database is away, and only that: the error passes, and is a 503.
      return json(200, { ok: true });
    },
  },
  {
    headers: API_HEADERS,
    log: async () => (await services()).log,
    prepare: async (request) => ({ request, services: await services() }),
  },
);
