import { readJson } from '#lib/http/body';
import { ValidationError } from '#lib/http/errors';
import { json } from '#lib/http/reply';
import { parseWith, unknownFields } from '#lib/http/validation';
import { nextPageLink, presentCreated, presentSummary } from '#lib/pastes/paste.presenter';
import { MAX_CONTENT_BYTES } from '#lib/pastes/paste.rules';
import { createPasteSchema, listPastesSchema } from '#lib/pastes/paste.schema';
import type { Receive } from '#lib/pastes/paste.service';
import { apiEndpoint, requirePrincipal } from '../api';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiEndpoint({
  async GET({ request, principal, services }) {
    const owner = requirePrincipal(principal);
    const { limit, offset, before } = parseWith(listPastesSchema, Object.fromEntries(new URL(request.url).searchParams));
    const { pastes, next } = await services.pastes.listPage(owner, limit, before ?? offset);
    return json(200, { pastes: pastes.map(presentSummary) }, nextPageLink(services.config.BASE_URL, limit, next));
  },

  async POST({ request, principal, services }) {
    let unknown: string[] = [];
    const receive: Receive = async (sink) => {
      const body = await readJson(request, { field: 'content', sink, maxBytes: MAX_CONTENT_BYTES, elsewhere: PLAIN_TEXT_ELSEWHERE });
      unknown = unknownFields(createPasteSchema, body);
      if (unknown.length > 0 && isStrict(request))
        throw new ValidationError(unknown.map((name) => ({ path: [name], message: 'unknown field' })));
      return parseWith(createPasteSchema, body);
    };
    const key = request.headers.get('idempotency-key');
    const created = await (key === null
      ? services.pastes.create(principal, receive)
      : services.pasteRequests.create(principal, key, receive));
    return json(201, presentCreated(created, services.config.BASE_URL), ignoredFields(unknown));
  },

  async DELETE({ request, principal, services }) {
    return json(200, { deleted: await services.pasteRequests.callOff(principal, request.headers.get('idempotency-key') ?? '') });
  },
});

const PLAIN_TEXT_ELSEWHERE = '; plain text goes where /help.txt says';

function isStrict(request: Request): boolean {
  return new URL(request.url).searchParams.get('strict') === '1';
}

/** A field that is nearly one of ours (`ttl`, `burn`) was meant, and did nothing: said, since the interface takes it. */
function ignoredFields(unknown: readonly string[]): Record<string, string> {
  const names = unknown.filter((name) => /^[\w-]{1,64}$/.test(name)).slice(0, 16);
  return names.length === 0 ? {} : { 'X-Service-Ignored-Fields': names.join(', ') };
}
