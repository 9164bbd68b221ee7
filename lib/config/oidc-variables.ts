import * as z from 'zod';
import { commaList } from './config-schemas';
import type { Variable } from './variable';

const LOOPBACK = /^http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?(?:\/|$)/i;

/** The issuer is kept as written, because the provider's tokens must name exactly the same text. */
const issuer = z
  .string()
  .refine((text) => URL.canParse(text) && !/[?#]/.test(text), 'expected an address without query or fragment')
  .refine(
    (text) => /^https:\/\//i.test(text) || LOOPBACK.test(text),
    'expected an https:// address (http:// only on this machine): passwords and tokens go there',
  );

export const OIDC_VARIABLES = {
  OIDC_ISSUER: {
    schema: issuer.optional(),
    doc: 'Issuer of the OpenID Connect provider where people can [sign in](sign-in.md).',
  },
  OIDC_CLIENT_ID: {
    schema: z.string().min(1).optional(),
    doc: 'Required with `OIDC_ISSUER`.',
  },
  OIDC_CLIENT_SECRET: {
    schema: z.string().min(1).optional(),
    secret: true,
    doc: 'Without it this service is a public client: PKCE alone protects the code.',
  },
  OIDC_NAME: {
    schema: z
      .string()
      .regex(/^\P{Cc}*$/u, 'expected one line without control characters')
      .trim()
      .min(1)
      .max(40, 'expected at most 40 characters'),
    doc: 'Name on the button: “Sign in with NAME”.',
    default: 'OpenID Connect',
  },
  OIDC_SCOPES: {
    schema: z
      .string()
      .transform((text) => text.split(/[\s,]+/).filter((scope) => scope !== ''))
      .refine((scopes) => scopes.includes('openid'), 'expected openid among them')
      .transform((scopes) => scopes.join(' ')),
    default: 'openid profile email',
    doc: 'Some providers give groups only with `groups`.',
  },
  OIDC_ALLOWED_DOMAINS: {
    schema: commaList.transform((domains) => domains.map((domain) => domain.toLowerCase().replace(/^@/, ''))).optional(),
    doc: 'Domains, with commas: only people with a verified e-mail address there may sign in.',
  },
  OIDC_GROUPS_CLAIM: {
    schema: z.string().min(1),
    default: 'groups',
    doc: 'Claim with the groups of a person; also a path such as `realm_access.roles`.',
  },
  OIDC_ALLOWED_GROUPS: {
    schema: commaList.optional(),
    doc: 'Groups, with commas: only their members may sign in.',
  },
  OIDC_ADMIN_GROUPS: {
    schema: commaList.optional(),
    doc: "Groups of administrators. Each sign-in sets or ends that, for the sessions signed in there; keys don't have it, and `admin user promote` is another right.",
  },
} satisfies Record<string, Variable<z.ZodType>>;
