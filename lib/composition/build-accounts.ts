import { createAccountsService } from '../accounts/accounts.service';
import { createIdentitiesService } from '../accounts/identities.service';
import { createAccountMessageRecorder } from '../messenger/messenger-receivers';
import { OIDC_CALLBACK_PATH } from '../oidc/oidc.rules';
import { createOidcProvider } from '../oidc/oidc-provider';
import type { Foundation } from './foundation';

export const buildAccounts = ({ db, keyring, log, openEach }: Foundation) =>
  createAccountsService(db, keyring, log, openEach, createAccountMessageRecorder(db.dialect));

/** Builds the sign-in by OpenID Connect; null when no provider is configured. */
export function buildSignIn({ config, db, keyring, log, openEach }: Foundation) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = config;
  if (issuer === undefined || clientId === undefined) return null;
  const policy = {
    allowedDomains: config.OIDC_ALLOWED_DOMAINS ?? null,
    groupsClaim: config.OIDC_GROUPS_CLAIM,
    allowedGroups: config.OIDC_ALLOWED_GROUPS ?? null,
    adminGroups: config.OIDC_ADMIN_GROUPS ?? null,
  };
  const settings = {
    issuer,
    clientId,
    clientSecret: config.OIDC_CLIENT_SECRET ?? null,
    scopes: config.OIDC_SCOPES,
    redirectUri: `${config.BASE_URL}${OIDC_CALLBACK_PATH}`,
  };
  return {
    name: config.OIDC_NAME,
    identities: createIdentitiesService(db, keyring, policy, log, openEach, createAccountMessageRecorder(db.dialect)),
    oidc: createOidcProvider(settings, log),
  };
}
