import * as z from 'zod';
import { MAX_TTL_SECONDS } from '../pastes/paste.rules';
import { expiryOptions, houseRules, integer, networks } from './config-schemas';
import type { Variable } from './variable';

export const PASTE_VARIABLES = {
  ANONYMOUS_CREATE: {
    schema: z.enum(['on', 'off']),
    default: 'on',
    doc: '`off`: only whoever has a key or is signed in creates pastes.',
  },
  ANONYMOUS_READ: {
    schema: z.enum(['on', 'off']),
    default: 'on',
    doc: '`off`: the same for reading.',
  },
  READ_NETWORKS: {
    schema: networks.optional(),
    doc: 'Networks such as `10.0.0.0/8,2001:db8::/32`, from which pastes are read; for others they are not there. As true as `TRUST_PROXY`.',
  },
  CREATE_NETWORKS: {
    schema: networks.optional(),
    doc: 'The same for creating; others get 403.',
  },
  REQUIRE: {
    schema: houseRules.optional(),
    doc: 'What each new paste must be: some of `e2ee`, `password`, `burn`, `account`, with commas between them. Others get 422.',
  },
  MAX_TTL_SECONDS: {
    schema: integer(1, MAX_TTL_SECONDS).optional(),
    doc: 'The longest expiry, also of pastes that name none.',
  },
  EXPIRY_OPTIONS: {
    schema: expiryOptions,
    default: '10m,1h,1d,1w*,30d,1y,never',
    doc: 'Expiries that the pages offer, beside any other time. `*` marks the default, also of uploads and `sealpaste`. Units: `s`, `m`, `h`, `d`, `w`, `y`.',
  },
  ANONYMOUS_TTL_SECONDS: {
    schema: integer(1, MAX_TTL_SECONDS).optional(),
    doc: 'Expiry of pastes made without a key that name none.',
  },
  MAX_STORED_BYTES: {
    schema: integer(1, Number.MAX_SAFE_INTEGER).optional(),
    doc: 'All contents, uncompressed, with those arriving. Beyond it creates get 507.',
  },
  MAX_STORED_BYTES_PER_USER: {
    schema: integer(1, Number.MAX_SAFE_INTEGER).optional(),
    doc: 'The same per user; 409.',
  },
  MIN_FREE_DISK_BYTES: {
    schema: integer(0, Number.MAX_SAFE_INTEGER),
    default: '268435456',
    doc: "With less free on SQLite's disk creates get 507. 0: no limit.",
  },
  MAX_PASTES_PER_USER: {
    schema: integer(1, 1_000_000_000),
    default: '1000000',
    doc: 'Pastes and receipts per user. Beyond it creates get 409.',
  },
} satisfies Record<string, Variable<z.ZodType>>;
