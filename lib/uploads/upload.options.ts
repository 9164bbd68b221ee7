/** What may be said of an upload, in its address or in other parts of its form. */
import * as z from 'zod';
import { ValidationError } from '../http/errors';
import { parseWith } from '../http/validation';
import { DEFAULT_TTL_SECONDS, MAX_TTL_SECONDS } from '../pastes/paste.rules';
import { createPasteSchema, type PasteFields } from '../pastes/paste.schema';

const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800, y: 31_536_000 };

const ttl = z.string().transform((text, context): number | null => {
  if (text === 'never') return null;
  const [, amount, unit = 's'] = /^(\d{1,9})([smhdwy]?)$/.exec(text) ?? [];
  const seconds = Number(amount) * (SECONDS[unit || 's'] as number);
  if (seconds >= 1 && seconds <= MAX_TTL_SECONDS) return seconds;
  context.addIssue({ code: 'custom', message: 'expected 90s, 10m, 2h, 1d, 1w, up to 1y, or never' });
  return z.NEVER;
});

const flag = z.enum(['', '1', 'true', '0', 'false'], 'expected 1 or 0').transform((text) => text !== '0' && text !== 'false');

const optionsSchema = z.object({
  ttl: ttl.optional(),
  burn: flag.default(false),
  syntax: z.string().optional(),
  title: z.string().optional(),
  e2ee: flag.default(false),
});

const NAMES = Object.keys(optionsSchema.shape);

/** What is known of an upload without its options. */
export interface UploadDefaults {
  title: string;
  syntax: string;
  isE2ee: boolean;
  /** The longest the operator allows; null: no bound. */
  maxTtlSeconds: number | null;
}

/** Options as they were given, in the order they came. */
export type GivenOptions = readonly (readonly [name: string, value: string])[];

/** @throws ValidationError that names an option that doesn't exist, came twice or has a bad value */
export function pasteFieldsOf(given: GivenOptions, defaults: UploadDefaults): PasteFields {
  const seen = new Set<string>();
  for (const [name] of given) {
    if (!NAMES.includes(name))
      throw new ValidationError([{ path: [name], message: `unknown option: expected one of ${NAMES.join(', ')}` }]);
    if (seen.has(name)) throw new ValidationError([{ path: [name], message: 'expected only once' }]);
    seen.add(name);
  }
  const options = parseWith(optionsSchema, Object.fromEntries(given));
  const { content: _, ...fields } = parseWith(createPasteSchema, {
    content: '',
    title: options.title ?? defaults.title,
    syntax: options.syntax ?? defaults.syntax,
    ttlSeconds: options.ttl === undefined ? Math.min(DEFAULT_TTL_SECONDS, defaults.maxTtlSeconds ?? Number.POSITIVE_INFINITY) : options.ttl,
    burnAfterRead: options.burn,
    isE2ee: options.e2ee || defaults.isE2ee,
    protect: true,
  });
  return fields;
}
