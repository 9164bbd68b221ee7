import * as z from 'zod';
import { parseStoreAddress, type StoreAddress } from '../store/store-address';
import { integer, parsed } from './config-schemas';
import type { Variable } from './variable';

export const keyPart = z.string().regex(/^[\x21-\x7e]+$/, 'expected letters, digits and signs, without spaces');

const ADDRESS =
  'expected s3://BUCKET?endpoint=https://HOST&region=REGION&path-style=true, without a key; all but the bucket may be left out';

/** A folder, or the address of a bucket. */
export const backupFolder = parsed(
  (text): string | StoreAddress | null => (/^s3:/i.test(text) ? parseStoreAddress(text) : text || null),
  ADDRESS,
);

export const STORE_VARIABLES = {
  CONTENT_STORE: {
    schema: parsed(parseStoreAddress, ADDRESS).optional(),
    doc: 'Bucket for [large contents](storage.md): `s3://BUCKET?endpoint=https://HOST&region=REGION&path-style=true`.',
  },
  CONTENT_STORE_KEY_ID: { schema: keyPart.optional(), secret: true, doc: 'Required with `CONTENT_STORE`: the access key.' },
  CONTENT_STORE_SECRET: { schema: keyPart.optional(), secret: true, doc: 'Required with `CONTENT_STORE`: its secret.' },
  CONTENT_STORE_MIN_BYTES: {
    schema: integer(4_096, 1_000_000_000),
    default: '65536',
    doc: 'Smaller contents, compressed, stay in the database. With 1000000 all new ones do.',
  },
} satisfies Record<string, Variable<z.ZodType>>;
