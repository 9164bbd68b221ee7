/** Every endpoint of the service, as it is defined. */
import { accountRoutes } from './account.api';
import { accountPasteRoutes } from './account-pastes.api';
import { adminRoutes } from './admin.api';
import { burnPasteRoutes } from './burn-pastes.api';
import { chatRoutes } from './chat.api';
import { clientKeyRoutes } from './client-keys.api';
import type { Route } from './define-route';
import { descriptionRoutes } from './description.api';
import { createEndpoint, type Endpoint } from './endpoint';
import { healthRoutes } from './health.api';
import { keyRoutes } from './keys.api';
import { languageRoutes } from './language.api';
import { limitRoutes } from './limits.api';
import { mailRoutes } from './mail.api';
import { mailLinkRoutes } from './mail-links.api';
import { messengerRoutes } from './messenger.api';
import { oidcRoutes } from './oidc.api';
import { type ApiDocument, createApiDocument } from './openapi-document';
import { pageDataRoutes } from './page-data.api';
import { pasteRoutes } from './pastes.api';
import { rawRoutes } from './raw.api';
import { releaseRoutes } from './releases.api';
import { reportRoutes } from './report.api';
import { requestRoutes } from './requests.api';
import { signInRoutes } from './sign-in.api';
import { builtFileRoutes, shareRoutes, siteFileRoutes } from './site-files.api';
import { uploadRoutes } from './uploads.api';
import { webhookRoutes } from './webhooks.api';

export const routes: readonly Route[] = [
  ...pasteRoutes,
  ...burnPasteRoutes,
  ...releaseRoutes,
  ...requestRoutes,
  ...webhookRoutes,
  ...messengerRoutes,
  ...chatRoutes,
  ...accountRoutes,
  ...accountPasteRoutes,
  ...keyRoutes,
  ...mailRoutes,
  ...descriptionRoutes(apiDocument),
  ...limitRoutes,
  ...rawRoutes,
  ...healthRoutes,
  ...builtFileRoutes,
  ...uploadRoutes,
  ...clientKeyRoutes,
  ...siteFileRoutes,
  ...shareRoutes,
  ...pageDataRoutes,
  ...signInRoutes,
  ...oidcRoutes,
  ...mailLinkRoutes,
  ...reportRoutes,
  ...languageRoutes,
  ...adminRoutes,
];

let made: { baseUrl: string; document: ApiDocument } | null = null;

/** The API's description: the same for everybody, and made once, since it takes 50 ms. @param baseUrl without a slash at its end */
export function apiDocument(baseUrl: string): ApiDocument {
  if (made?.baseUrl !== baseUrl) made = { baseUrl, document: createApiDocument(routes, baseUrl) };
  return made.document;
}

/** One endpoint for each path. @throws as `createEndpoint` */
export function endpointsOf(defined: readonly Route[]): Endpoint[] {
  const paths = new Set(defined.map(({ path }) => path));
  return [...paths].map((path) =>
    createEndpoint(
      path,
      defined.filter((route) => route.path === path),
    ),
  );
}

/** The endpoints of our server's router, and of the mount in app. */
export const endpoints = endpointsOf(routes);
