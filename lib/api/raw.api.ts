/** The bytes of a paste for HTTP clients. Not rate-limited: pages load large pastes from here. */
import * as z from 'zod';
import type { Services } from '../composition/services';
import { NotFoundError, nothingIfMissing } from '../http/errors';
import { RAW_HEADERS } from '../http/headers';
import type { Reply } from '../http/reply';
import type { OpenedPaste } from '../pastes/paste.opening';
import { rawHeaders } from '../pastes/paste.presenter';
import { isLookingOnly, readAccess, refuseOtherSites, refuseToBurnByAccident, toPage } from '../pastes/paste.readers';
import { isPublicId } from '../pastes/paste.rules';
import { pasteParamsSchema } from '../pastes/paste.schema';
import { defineRoute } from './define-route';
import { uncounted } from './policies';

const PATH = '/raw/:publicId';
const policy = uncounted(RAW_HEADERS);
const content = {
  description: 'The content alone: `application/jose` for an envelope of this service, `text/plain` for everything else.',
  contentTypes: ['text/plain', 'application/jose'],
} as const;
const tag = 'Raw content';
const errors = [403, 404, 412, 416, 429] as const;

const readRaw = defineRoute({
  method: 'GET',
  path: PATH,
  policy,
  summary: 'Read the content of a paste',
  document: {
    operationId: 'readContent',
    tag,
    description:
      'Counts as a view. A burn paste is returned once, then it is deleted; a prefetch, a range or a conditional request is refused and burns nothing. A browser that opens the address of a burn paste or of an encrypted paste is sent to the page of the paste. These requests do not count against the limit of the API.',
  },
  // Malformed or not, what a browser asks for gets a page.
  params: z.object({ publicId: z.string().meta(pasteParamsSchema.shape.publicId.meta() ?? {}) }),
  headers: z.object({
    'X-Service-Read-Token': z.string().optional().meta({ description: 'For a burn paste that was created with `readProof`.' }),
    'X-Service-Claim': z.string().optional().meta({ description: 'For a burn paste that the reader has claimed.' }),
  }),
  responses: {
    200: content,
    303: { description: 'A browser, a prefetch or a scanner is sent to the page of the paste.', headers: { Location: 'The page.' } },
  },
  errors,
  async handle({ request, params: { publicId }, services }) {
    if (isLookingOnly(request)) {
      const found = isPublicId(publicId) ? await services.pastes.describe(publicId).catch(nothingIfMissing) : null;
      if (!found || found.burnAfterRead) return toPage(publicId);
      if (found.isE2ee) return toPage(publicId, '?raw');
    }
    if (!isPublicId(publicId)) throw new NotFoundError();
    return toRaw(await services.pastes.read(publicId, readAccess(request), () => refuseToBurnByAccident(request)));
  },
});

/** A read somebody decided on: the button on a burn paste's page. Works as a plain form, without JavaScript. */
const readRawByForm = defineRoute({
  method: 'POST',
  path: PATH,
  policy,
  summary: 'Read the content of a burn paste',
  params: pasteParamsSchema,
  responses: { 200: content },
  async handle({ request, params, services }) {
    refuseOtherSites(request, services.config.BASE_URL);
    return toRaw(await services.pastes.read(params.publicId, readAccess(request)));
  },
});

const checkRaw = defineRoute({
  method: 'HEAD',
  path: PATH,
  policy,
  summary: 'Ask how long the content of a paste is',
  document: {
    operationId: 'checkContent',
    tag,
    description: 'Neither counts as a view nor burns. `Content-Length` has the length in bytes.',
  },
  params: pasteParamsSchema,
  responses: { 200: { description: 'The paste exists.', headers: { 'Content-Length': 'The length of the content in bytes.' } } },
  errors: [404],
  handle: async ({ params, services }) => ({ status: 200, headers: rawHeaders(await services.pastes.peek(params.publicId)), body: null }),
});

export const rawRoutes = [readRaw, readRawByForm, checkRaw];

function toRaw({ paste, content }: Awaited<ReturnType<Services['pastes']['read']>>): Reply {
  return { status: 200, headers: rawHeaders(paste satisfies OpenedPaste), body: content };
}
