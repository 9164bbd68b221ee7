/** The bytes of a paste for HTTP clients. Counted like pages, not like the API: pages load large pastes from here. */
import * as z from 'zod';
import { NotFoundError, nothingIfMissing, UnauthorizedError } from '../http/errors';
import { RAW_HEADERS } from '../http/headers';
import type { Reply } from '../http/reply';
import { ApprovalRequiredError } from '../pastes/paste.errors';
import { isPublicId, READS_LEFT_HEADER } from '../pastes/paste.rules';
import { pasteParamsSchema } from '../pastes/paste.schema';
import { OWN_VIEW_HEADER } from '../pastes/reading/own-view.rules';
import {
  forReader,
  headForReader,
  isLookingOnly,
  readAccess,
  refuseOtherSites,
  refuseToBurnByAccident,
  toPage,
} from '../pastes/reading/paste-readers';
import { rawHeaders, readsLeftHeader } from '../pastes/service/paste.presenter';
import type { ReadPaste } from '../pastes/storage/paste-decryption';
import { defineRoute, operations } from './define-route';
import { READ_ERRORS } from './errors.rules';
import { optionalHeader, readHeaders } from './paste-headers';
import { countedAsPage, readers } from './policies';

const access = { tag: 'Raw content', policy: countedAsPage('page', readers(RAW_HEADERS)), scope: 'pastes:read', key: 'optional' } as const;
const content = {
  description: 'The content alone: `application/jose` for an envelope of this service, `text/plain` for everything else.',
  contentTypes: ['text/plain', 'application/jose'],
  headers: { [READS_LEFT_HEADER]: 'With `maxReads` only: how many reads are left after this one.' },
} as const;

export const rawRoutes = operations({
  readContent: defineRoute('GET', '/raw/:publicId', {
    givesContent: true,
    ...access,
    summary: 'Read the content of a paste',
    description:
      'Counts as a view. A burn paste is returned once, then it is deleted; a prefetch, a range or a conditional request is refused and burns nothing. A browser that opens the address of a burn paste or of an encrypted paste is sent to the page of the paste. These requests do not count against the limit of the API.',
    // Any id is let through: a browser gets a page even for a malformed one.
    params: z.object({ publicId: z.string().meta(pasteParamsSchema.shape.publicId.meta() ?? {}) }),
    headers: readHeaders.extend({ [OWN_VIEW_HEADER]: optionalHeader('`own`: the paste is yours, and no view is counted.') }),
    responses: {
      200: content,
      303: { description: 'A browser, a prefetch or a scanner is sent to the page of the paste.', headers: { Location: 'The page.' } },
    },
    errors: [...READ_ERRORS, 'unauthorized', 'rate_limited'],
    async handle({ request, params: { publicId }, context: { clientAddress }, principal, services }) {
      if (principal === null && services.config.ANONYMOUS_READ === 'off') {
        // The page lets a person sign in.
        if (isLookingOnly(request)) return toPage(publicId);
        throw new UnauthorizedError();
      }
      if (isLookingOnly(request)) {
        const found = isPublicId(publicId) ? await services.pastes.describe(publicId, clientAddress).catch(nothingIfMissing) : null;
        if (!found || found.burnAfterRead || found.maxReads !== null) return toPage(publicId);
        if (found.isE2ee) return toPage(publicId, '?raw');
      }
      if (!isPublicId(publicId)) throw new NotFoundError();
      return rawReply(request, await services.pastes.read(publicId, readAccess(request), () => refuseToBurnByAccident(request)));
    },
  }),
  /** Reads a burn paste when a person presses the button on its page: a plain form, which needs no JavaScript. */
  readRawByForm: defineRoute('POST', '/raw/:publicId', {
    givesContent: true,
    ...access,
    reads: true,
    summary: 'Read the content of a burn paste',
    params: pasteParamsSchema,
    responses: {
      200: content,
      303: {
        description: 'A browser is sent to the page of a paste whose sender releases each reader.',
        headers: { Location: 'The page.' },
      },
    },
    errors: ['forbidden', 'read_token_required', 'approval_required', 'rate_limited'],
    async handle({ request, params: { publicId }, services }) {
      refuseOtherSites(request, services.config.BASE_URL);
      const read = await services.pastes.read(publicId, readAccess(request)).catch((error: unknown) => {
        // The page lets the reader wait, and says what that needs.
        if (error instanceof ApprovalRequiredError && isLookingOnly(request)) return null;
        throw error;
      });
      return read === null ? toPage(publicId) : rawReply(request, read);
    },
  }),
  checkContent: defineRoute('HEAD', '/raw/:publicId', {
    ...access,
    reads: true,
    summary: 'Ask how long the content of a paste is',
    description: 'Neither counts as a view nor burns. `Content-Length` has the length in bytes.',
    params: pasteParamsSchema,
    responses: {
      200: {
        description: 'The paste exists.',
        headers: { 'Content-Length': 'The length of the content in bytes. Absent when `Accept-Encoding` asks for a compressed one.' },
      },
    },
    errors: ['rate_limited'],
    async handle({ request, params, context: { clientAddress }, services }) {
      const paste = await services.pastes.peek(params.publicId, clientAddress);
      return headForReader(request, paste, rawHeaders(paste));
    },
  }),
});

function rawReply(request: Request, read: ReadPaste): Reply | Promise<Reply> {
  const { paste, content } = read;
  return forReader(request, paste, { status: 200, headers: { ...rawHeaders(paste), ...readsLeftHeader(read) }, body: content });
}
