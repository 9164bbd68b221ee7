/**
 * The data of static pages: a page's file is the same for everybody, and its script loads the rest from here.
 *
 * Guarantees: no cache stores a response. The data of a paste's page is a read: it counts a view when it has the content,
 * and never burns. HEAD, a prefetch or a scanner counts nothing.
 */
import * as z from 'zod';
import type { SignedIn } from '../accounts/principal';
import type { Services } from '../composition/services';
import { presentAs } from '../encoding/present';
import { nothingIfMissing } from '../http/errors';
import { PRIVATE_HEADERS } from '../http/headers';
import { offeredExpiries } from '../pastes/expiry.rules';
import { isPublicId } from '../pastes/paste.rules';
import { hasMadeCookie } from '../pastes/reading/own-view.rules';
import { networkAround } from '../pastes/reading/paste-networks';
import { isNobodyReading } from '../pastes/reading/paste-readers';
import { presentViewed } from '../pastes/reading/viewed-paste.presenter';
import { IN_PAGE_MAX_BYTES, type ViewData } from '../pastes/reading/viewed-paste.rules';
import { requestSchema } from '../requests/request.schema';
import { defineRoute } from './define-route';
import type { PageData, RequestData } from './page-data.rules';
import { countedAsPage, readers, uncounted } from './policies';

/** Counted apart from pages: a client can ask for data without the page. */
const policy = countedAsPage('pageData', uncounted(PRIVATE_HEADERS));
/** The browser extension has a key in place of a session. */
const readersPolicy = countedAsPage('pageData', readers(PRIVATE_HEADERS));

const dataOf = <Data>() => ({
  description: 'The data.',
  schema: z.custom<Data>(),
});

function presentPage({ config, site }: Services, signedIn: SignedIn | null): PageData {
  const { name, logo, colours, notice, links, languages } = site;
  return {
    site: { name, logo: logo?.path ?? null, colours, notice, links, languages: languages.languages },
    expiries: offeredExpiries(config.EXPIRY_OPTIONS, config.MAX_TTL_SECONDS),
    rules: config.REQUIRE ?? [],
    userName: signedIn?.userName ?? null,
    mayCreate: signedIn !== null || (config.ANONYMOUS_CREATE === 'on' && !config.REQUIRE?.includes('account')),
  };
}

/** A page shows its frame even while the session can't be read. */
const signedInOrNobody = ({ sessions }: Services, request: Request): Promise<SignedIn | null> =>
  sessions.findIn(request.headers.get('cookie')).catch(() => null);

const pageData = defineRoute('GET', '/data', {
  policy,
  summary: 'What every static page shows besides its file',
  responses: { 200: dataOf<PageData>() },
  async handle({ request, services, context: { clientAddress } }) {
    const page = presentPage(services, await signedInOrNobody(services, request));
    const mayMail = page.userName !== null && services.config.SMTP_URL !== undefined;
    return { json: { ...page, network: networkAround(clientAddress), mayMail } };
  },
});

const viewDataBy = (method: 'GET' | 'HEAD') =>
  defineRoute(method, '/view/:publicId/data', {
    policy: readersPolicy,
    key: 'optional',
    scope: 'pastes:read',
    givesContent: true,
    summary: 'What the page of an encrypted link shows',
    params: z.object({ publicId: z.string() }),
    responses: { 200: dataOf<PageData & ViewData>() },
    async handle({ request, params: { publicId }, context: { clientAddress }, principal, services }) {
      const { config, pastes, moderation, sessions } = services;
      const viewer = await sessions.findIn(request.headers.get('cookie'));
      const mayRead = principal !== null || config.ANONYMOUS_READ === 'on';
      const page = presentPage(services, viewer);
      if (!mayRead || !isPublicId(publicId) || !pastes.mayReadFrom(clientAddress))
        return { json: { ...page, paste: null, moderation: null } };
      const access = {
        maxBytes: IN_PAGE_MAX_BYTES,
        isReader: method === 'GET' && !isNobodyReading(request.headers),
        isMaker: hasMadeCookie(request.headers.get('cookie')),
        viewer: viewer ?? principal,
        clientAddress,
      };
      const found = await pastes.openPage(publicId, access).catch(nothingIfMissing);
      if (found) return { json: { ...page, paste: presentViewed(found), moderation: null } };
      return { json: { ...page, paste: null, moderation: await moderation.stateOf(publicId) } };
    },
  });

const requestData = defineRoute('GET', '/request/:requestId/data', {
  policy,
  summary: 'What the page of a request link shows',
  params: z.object({ requestId: z.string() }),
  responses: { 200: dataOf<PageData & RequestData>() },
  async handle({ request, params: { requestId }, services }) {
    const page = presentPage(services, await signedInOrNobody(services, request));
    const found = isPublicId(requestId) ? await services.secretRequests.find(requestId).catch(nothingIfMissing) : null;
    return { json: { ...page, request: found && presentAs(requestSchema, found) } };
  },
});

export const pageDataRoutes = [pageData, viewDataBy('GET'), viewDataBy('HEAD'), requestData];
