/** The host's rules, limits and formats, which a client should know before it makes a paste. */
import * as z from 'zod';
import { HOUSE_RULES } from '../accounts/house-rules.rules';
import {
  COMPRESSION,
  CONTENT_ENCRYPTION,
  FORMAT_VERSION,
  KEY_ALGORITHM,
  MAX_FILES,
  MAX_ITERATIONS,
  MIN_ITERATIONS,
  PASSWORD_ALGORITHM,
} from '../envelope/envelope.rules';
import { MAX_CONTENT_BYTES, MAX_SYNTAX_CHARACTERS, MAX_TITLE_CHARACTERS, MAX_TTL_SECONDS } from '../pastes/paste.rules';
import { rulesFor } from '../pastes/service/paste-house-rules';
import { maxTtlOf } from '../pastes/service/paste-policy';
import { WEBHOOK_EVENTS } from '../webhooks/webhook.rules';
import { defineRoute, operations } from './define-route';
import { api } from './policies';

const perMinute = z.int().min(0).meta({ description: '0: no limit.' });

const limitsSchema = z
  .strictObject({
    rules: z.strictObject({
      require: z.array(z.enum(HOUSE_RULES)).meta({
        description:
          'What each new paste must be, or it is 422. `e2ee`: encrypted by its sender. `password`: with a password beside the link. `burn`: burn after reading. `account`: made with a key or signed in.',
      }),
      maxTtlSeconds: z.int().nullable().meta({ description: 'The longest expiry; null: for ever is allowed.' }),
      defaultTtlSeconds: z.int().nullable().meta({ description: 'The expiry for `ttlSeconds: "default"`; null: for ever.' }),
      anonymousCreate: z.boolean().meta({ description: 'Whether a create needs no key.' }),
      anonymousRead: z.boolean().meta({ description: 'Whether a read needs no key.' }),
    }),
    limits: z.strictObject({
      contentBytes: z.int(),
      titleCharacters: z.int(),
      syntaxCharacters: z.int(),
      ttlSeconds: z.int().meta({ description: 'The largest `ttlSeconds`.' }),
      filesPerPaste: z.int(),
      requestsPerMinute: z.strictObject({ anonymous: perMinute, authenticated: perMinute }),
    }),
    formats: z.strictObject({
      envelope: z.strictObject({
        version: z.int(),
        alg: z.array(z.string()),
        enc: z.array(z.string()),
        zip: z.array(z.string()),
        p2c: z.strictObject({ min: z.int(), max: z.int() }),
      }),
      webhookEvents: z.array(z.enum(WEBHOOK_EVENTS)),
    }),
  })
  .meta({ id: 'Limits' });

const FORMATS = {
  envelope: {
    version: FORMAT_VERSION,
    alg: [KEY_ALGORITHM, PASSWORD_ALGORITHM],
    enc: [CONTENT_ENCRYPTION],
    zip: [COMPRESSION],
    p2c: { min: MIN_ITERATIONS, max: MAX_ITERATIONS },
  },
  webhookEvents: [...WEBHOOK_EVENTS],
};

export const limitRoutes = operations({
  readLimits: defineRoute('GET', '/api/v1/limits', {
    tag: 'Description',
    policy: api,
    scope: 'none',
    key: 'optional',
    summary: 'What this service takes',
    description: 'The rules, limits and formats of this service. With a key, its own rules are among them.',
    responses: { 200: { description: 'Rules, limits and formats.', schema: limitsSchema } },
    async handle({ principal, services: { config } }) {
      const policy = { require: config.REQUIRE ?? [], maxTtlSeconds: config.MAX_TTL_SECONDS ?? null };
      const required = rulesFor(policy, principal);
      return {
        json: {
          rules: {
            require: HOUSE_RULES.filter((rule) => required.has(rule)),
            maxTtlSeconds: maxTtlOf(policy, principal),
            defaultTtlSeconds: config.EXPIRY_OPTIONS.preselected,
            anonymousCreate: config.ANONYMOUS_CREATE === 'on' && !policy.require.includes('account'),
            anonymousRead: config.ANONYMOUS_READ === 'on',
          },
          limits: {
            contentBytes: MAX_CONTENT_BYTES,
            titleCharacters: MAX_TITLE_CHARACTERS,
            syntaxCharacters: MAX_SYNTAX_CHARACTERS,
            ttlSeconds: MAX_TTL_SECONDS,
            filesPerPaste: MAX_FILES,
            requestsPerMinute: { anonymous: config.RATE_LIMIT_ANONYMOUS, authenticated: config.RATE_LIMIT_AUTHENTICATED },
          },
          formats: FORMATS,
        },
      };
    },
  }),
});
