/**
 * Creating a paste by what every shell has: `curl -T FILE`, `cmd | curl -T -`, `-F file=@FILE`, `--data-binary`.
 *
 * Guarantees: the same limits, policies and log as POST /api/v1/pastes; a cookie does nothing here; what is refused is
 * refused before its body is sent, where the client waits for leave (`Expect: 100-continue`).
 * Not protected: the server sees the text. `e2ee=1` is for what the client has encrypted by itself.
 */

import * as z from 'zod';
import { apiKeyOrPasswordIn } from '../http/api-key';
import { PRIVATE_HEADERS } from '../http/headers';
import { json, type Reply, TEXT_TYPE } from '../http/reply';
import { languageOfName } from '../languages/language.by-name.rules';
import { PLAIN_TEXT } from '../languages/language.rules';
import { presentCreated, presentDocument } from '../pastes/paste.presenter';
import { refuseOtherSites, replyWithPaste } from '../pastes/paste.readers';
import { pasteParamsSchema } from '../pastes/paste.schema';
import type { CreatedPaste } from '../pastes/paste.service';
import { readUpload } from '../uploads/upload.body';
import { type GivenOptions, pasteFieldsOf } from '../uploads/upload.options';
import { type ApiCall, defineRoute } from './define-route';
import { type ApiPolicy, admit, api } from './policies';

/** What curl puts where a file has no name. */
const NO_NAMES = ['', '-'];

const policy: ApiPolicy = {
  headers: PRIVATE_HEADERS,
  isBesidePages: true,
  isRateLimited: true,
  admit({ request, context, services }, replyHeaders) {
    refuseOtherSites(request, services.config.BASE_URL);
    return admit(services, apiKeyOrPasswordIn(request.headers), null, context, replyHeaders);
  },
  presentError: (request, status, body) => {
    if (wantsJson(request)) return json(status, body);
    const said = body.details?.map(({ path, message }) => [...path, message].join(': ')).join('; ') ?? body.error;
    return { status, headers: { 'Content-Type': TEXT_TYPE }, body: `error: ${said}\n` };
  },
};

const responses = { 201: { description: 'The address of the paste.', contentTypes: ['text/plain', 'application/json'] } } as const;
const summary = 'Create a paste by what every shell has';

const uploadRoutesOfPages = [
  defineRoute({ method: 'PUT', path: '/', policy, key: 'optional', summary, responses, handle: (call) => upload(call, '') }),
  defineRoute({ method: 'POST', path: '/', policy, key: 'optional', summary, responses, handle: (call) => upload(call, '') }),
];

const uploadNamed = defineRoute({
  method: 'PUT',
  path: '/:name',
  policy,
  key: 'optional',
  summary,
  params: z.object({ name: z.string() }),
  responses,
  handle: (call) => upload(call, call.params.name),
});

/** @param nameInAddress of the file; '' for none */
async function upload({ request, principal, services: { pastes, config } }: ApiCall, nameInAddress: string): Promise<Reply> {
  const inAddress = [...new URL(request.url).searchParams];
  const fieldsOf = (given: GivenOptions, fileName: string | null) => {
    const name = [fileName, nameInAddress].find((each) => each !== null && !NO_NAMES.includes(each)) ?? '';
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

/** The interface of haste-server, for the tools that speak it. */
const createDocument = defineRoute({
  method: 'POST',
  path: '/documents',
  policy: api,
  key: 'optional',
  summary: 'Create a paste as haste-server does',
  responses: { 200: { description: 'Its id.', schema: z.strictObject({ key: z.string() }) } },
  async handle({ request, principal, services: { pastes, config } }) {
    const created = await pastes.create(principal, async (sink) => {
      const { options } = await readUpload(request, sink);
      return pasteFieldsOf(options, { title: '', syntax: PLAIN_TEXT, isE2ee: false, maxTtlSeconds: config.MAX_TTL_SECONDS ?? null });
    });
    return { status: 200, json: { key: created.publicId } };
  },
});

const readDocument = defineRoute({
  method: 'GET',
  path: '/documents/:publicId',
  policy: api,
  key: 'optional',
  summary: 'Read a paste as from haste-server',
  params: pasteParamsSchema,
  responses: {
    200: { description: 'Its id and its text.', schema: z.strictObject({ key: z.string(), data: z.string() }), isWritten: true },
  },
  handle: ({ request, params, services }) => replyWithPaste(request, params.publicId, services.pastes, presentDocument),
});

export const uploadRoutes = [...uploadRoutesOfPages, uploadNamed, createDocument, readDocument];
