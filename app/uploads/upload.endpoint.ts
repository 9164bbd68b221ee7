/**
 * Creating a paste by what every shell has: `curl -T FILE`, `cmd | curl -T -`, `-F file=@FILE`, `--data-binary`.
 *
 * Guarantees: the same limits, policies and log as POST /api/v1/pastes; a cookie does nothing here; what is refused is
 * refused before its body is sent, where the client waits for leave (`Expect: 100-continue`).
 * Not protected: the server sees the text. `e2ee=1` is for what the client has encrypted by itself.
 */

import { PLAIN_TEXT } from '#components/languages';
import { languageOfName } from '#components/paste/editor/language-by-name';
import type { Principal } from '#lib/accounts/principal';
import { type Services, services } from '#lib/composition/services';
import { apiKeyOrPasswordIn } from '#lib/http/api-key';
import type { EndpointOptions, Handlers } from '#lib/http/endpoint';
import { endpoint } from '#lib/http/endpoint';
import { PRIVATE_HEADERS } from '#lib/http/headers';
import { json, type Reply, TEXT_TYPE } from '#lib/http/reply';
import { presentCreated } from '#lib/pastes/paste.presenter';
import { refuseOtherSites } from '#lib/pastes/paste.readers';
import type { CreatedPaste } from '#lib/pastes/paste.service';
import { readUpload } from '#lib/uploads/upload.body';
import { type GivenOptions, pasteFieldsOf } from '#lib/uploads/upload.options';
import { admit } from '../api/v1/api';

type Params = { name?: string };

interface UploadCall {
  request: Request;
  params: Params;
  services: Services;
  principal: Principal | null;
}

/** What curl puts where a file has no name. */
const NO_NAMES = ['', '-'];

const options: EndpointOptions<Params, UploadCall> = {
  headers: PRIVATE_HEADERS,
  // The same addresses are pages.
  alsoAllowed: ['GET', 'HEAD'],
  log: async () => (await services()).log,
  prepare: async (request, params, context, replyHeaders) => {
    const all = await services();
    refuseOtherSites(request, all.config.BASE_URL);
    const principal = await admit(all, apiKeyOrPasswordIn(request.headers), null, context, replyHeaders);
    return { request, params, services: all, principal };
  },
  presentError: (request, status, body) => {
    if (wantsJson(request)) return json(status, body);
    const said = body.details?.map(({ path, message }) => [...path, message].join(': ')).join('; ') ?? body.error;
    return { status, headers: { 'Content-Type': TEXT_TYPE }, body: `error: ${said}\n` };
  },
};

async function upload({ request, params, principal, services: { pastes, config } }: UploadCall): Promise<Reply> {
  const inAddress = [...new URL(request.url).searchParams];
  const fieldsOf = (given: GivenOptions, fileName: string | null) => {
    const name = [fileName, params.name].find((each) => typeof each === 'string' && !NO_NAMES.includes(each)) ?? '';
    return pasteFieldsOf(given, {
      title: name,
      syntax: languageOfName(name) ?? PLAIN_TEXT,
      isE2ee: /^application\/jose\s*(?:;|$)/i.test(request.headers.get('content-type') ?? ''),
      maxTtlSeconds: config.MAX_TTL_SECONDS ?? null,
    });
  };
  // What is wrong in the address is said before the body is sent.
  fieldsOf(inAddress, null);
  const created = await pastes.create(principal, async (sink) => {
    const { fileName, options } = await readUpload(request, sink);
    return fieldsOf([...inAddress, ...options], fileName);
  });
  return presentUpload(request, created, config.BASE_URL);
}

function presentUpload(request: Request, created: CreatedPaste, baseUrl: string): Reply {
  const presented = presentCreated(created, baseUrl);
  const headers = {
    Location: presented.url,
    'X-Service-Raw-Url': presented.rawUrl,
    ...(created.manageToken === null ? {} : { 'X-Service-Manage-Token': created.manageToken }),
    ...(created.expiresAt === null ? {} : { Expires: new Date(created.expiresAt).toUTCString() }),
  };
  if (wantsJson(request)) return json(201, presented, headers);
  return { status: 201, headers: { ...headers, 'Content-Type': TEXT_TYPE }, body: `${presented.url}\n` };
}

function wantsJson({ headers }: Request): boolean {
  return /\bapplication\/json\b/i.test(headers.get('accept') ?? '');
}

const module = (handlers: Handlers<UploadCall>) => endpoint<Params, UploadCall>(handlers, options);

/** Beside the pages of the same addresses, which only answer GET and HEAD. */
export const uploadRoutes = [
  { pattern: '/', module: module({ PUT: upload, POST: upload }), isBesidePages: true },
  { pattern: '/:name', module: module({ PUT: upload }), isBesidePages: true },
];
