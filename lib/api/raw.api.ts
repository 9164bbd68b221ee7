/** The bytes of a paste for HTTP clients. Not rate-limited: pages load large pastes from here. */
import * as z from 'zod';
import type { Services } from '../composition/services';
import { isNotFoundError, NotFoundError } from '../http/errors';
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
const content = { description: 'The content alone.', contentTypes: ['text/plain', 'application/jose'] } as const;

const readRaw = defineRoute({
  method: 'GET',
  path: PATH,
  policy,
  summary: 'Read the content of a paste',
  // Malformed or not, what a browser asks for gets a page.
  params: z.object({ publicId: z.string() }),
  responses: { 200: content },
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
  params: pasteParamsSchema,
  responses: { 200: { description: 'It is there.' } },
  handle: async ({ params, services }) => ({ status: 200, headers: rawHeaders(await services.pastes.peek(params.publicId)), body: null }),
});

export const rawRoutes = [readRaw, readRawByForm, checkRaw];

function toRaw({ paste, content }: Awaited<ReturnType<Services['pastes']['read']>>): Reply {
  return { status: 200, headers: rawHeaders(paste satisfies OpenedPaste), body: content };
}

function nothingIfMissing(error: unknown): null {
  if (isNotFoundError(error)) return null;
  throw error;
}
