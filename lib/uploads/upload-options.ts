/** The options of an upload, in its address or in other parts of its form. */
import * as z from 'zod';
import { ValidationError } from '../http/errors';
import { parseWith } from '../http/validation';
import { MAX_ADDRESS_CHARACTERS } from '../mail/mail.rules';
import { DEFAULT_EXPIRY, type Expiry, parseExpiry } from '../pastes/expiry.rules';
import { RuleError } from '../pastes/paste.errors';
import { createPasteSchema, type PasteFields } from '../pastes/paste.schema';
import { OPTION_NAMES, PASTE_OPTIONS } from '../pastes/paste-options.rules';

/** How an option is spelled in an address or a form. */
const SPELLINGS = {
  flag: z.enum(['1', '0', 'true', 'false', ''], 'expected 1 or 0').transform((text) => text !== '0' && text !== 'false'),
  count: z
    .string()
    .regex(/^[0-9]{1,9}$/, 'expected a number')
    .transform(Number),
  networks: z
    .string()
    .meta({ maxLength: 500 })
    .transform((text) => text.split(',').map((part) => part.trim())),
  address: z.string().meta({ maxLength: MAX_ADDRESS_CHARACTERS }),
};

const ttl = z
  .string()
  .meta({ pattern: '^(never|[0-9]{1,9}[smhdwy]?)$' })
  .transform((text, context): Expiry => {
    const expiry = parseExpiry(text);
    if (typeof expiry !== 'string') return expiry;
    context.addIssue({ code: 'custom', message: 'expected 90s, 10m, 2h, 1d, 1w, up to 1y, or never' });
    return z.NEVER;
  });

/** The options of a paste that an upload can have. */
const OFFERED = OPTION_NAMES.flatMap((name) => {
  const { kind, upload } = PASTE_OPTIONS[name];
  return upload ? [{ name, kind, upload }] : [];
});

const optionsSchema = (offered: typeof OFFERED) =>
  z.object({
    ttl: ttl.optional().meta({
      description:
        '`90s`, `10m`, `2h`, `1d`, `1w`, up to `1y`, or `never`. Without it: what this service preselects, a week unless its operator chose another time.',
    }),
    syntax: z.string().optional().meta({ description: 'Language to colour it in. Without it: by the ending of the name.' }),
    title: z.string().optional().meta({ description: 'Without it: the name of the file.' }),
    ...Object.fromEntries(
      offered.map(({ kind, upload }) => [upload.name, SPELLINGS[kind].optional().meta({ description: upload.text })] as const),
    ),
  });

export const formOptionsSchema = optionsSchema(OFFERED);
export const queryOptionsSchema = optionsSchema(OFFERED.filter(({ kind }) => kind !== 'address'));

const NAMES = Object.keys(formOptionsSchema.shape);

/** Names that other services give to options of ours. A file under such a name would lose the option that its sender relies on. */
const MEANT = new Map([
  ...['oneshot', 'burn', 'burn_after', 'once', 'onetime'].map((name) => [name, 'burn=1'] as const),
  ...['expire', 'expires', 'expiry', 'expiration', 'lifetime'].map((name) => [name, 'ttl=1h'] as const),
  ...['lang', 'language', 'lexer', 'format'].map((name) => [name, 'syntax=python'] as const),
  ...['name', 'filename'].map((name) => [name, 'title=TEXT'] as const),
]);

/** Names under which other services take the text of a form that is encoded for an address. */
export const contentFieldNames: ReadonlySet<string> = new Set(['file', 'content', 'text', 'code', 'paste', 'sprunge', 'f:1', 'clbin']);

export const isOptionName = (name: string): boolean => NAMES.includes(name);

/** Whether a field of such a form has a name that is known, as an option or as what other services call one. */
export const isUploadFieldName = (name: string): boolean =>
  contentFieldNames.has(name) || isOptionName(name) || MEANT.has(name.toLowerCase());

/** Headers by which other services take options. Here they would have no effect, while their sender relies on it. */
const HEADERS = new Map([
  ...['ttl', 'expire', 'expiry', 'expiration'].map((name) => [name, 'ttl=1h'] as const),
  ...['burn', 'oneshot', 'once'].map((name) => [name, 'burn=1'] as const),
  ['max-days', 'ttl=1d'],
  ['max-downloads', 'reads=1'],
]);

/** Carries the option that must not be in an address: a person's stands there in logs and histories. */
export const RECIPIENT_HEADER = 'X-Service-Recipient';

/** The options in an address and the recipient's header. @throws ValidationError for a recipient in the address */
export function optionsBeside(url: string, headers: Pick<Headers, 'get'>): [string, string][] {
  const given = [...new URL(url).searchParams];
  const name = PASTE_OPTIONS.recipient.upload?.name ?? '';
  const message = `expected in the header ${RECIPIENT_HEADER}, or as a field: addresses of requests are in logs`;
  if (given.some(([each]) => each === name)) throw new ValidationError([{ path: [name], message }], { bodyUnread: true });
  const recipient = headers.get(RECIPIENT_HEADER);
  return recipient === null ? given : [...given, [name, recipient]];
}

/** @throws ValidationError for a header that is meant as an option */
export function refuseOptionHeaders(headers: Pick<Headers, 'get'>): void {
  for (const [header, option] of HEADERS)
    for (const name of [header, `x-${header}`])
      if (headers.get(name) !== null)
        throw new ValidationError([{ path: [name], message: `this header has no effect: expected ?${option} in the address` }], {
          bodyUnread: true,
        });
}

/** @param name of a file in a form @returns what its sender probably meant */
export function meantInsteadOfFile(name: string): string {
  const meant = MEANT.get(name.toLowerCase());
  return `expected the text as "file": curl -F file=@NAME${meant === undefined ? '' : ` -F ${meant}`}`;
}

function unknownOption(name: string): string {
  const meant = MEANT.get(name.toLowerCase());
  return `unknown option: expected ${meant === undefined ? `one of ${NAMES.join(', ')}, and the text as "file"` : meant}`;
}

/** Options as they were given, in the order they came. */
export type GivenOptions = readonly (readonly [name: string, value: string])[];

/** @param defaults values for options that are not given @throws ValidationError naming an option that is unknown, given twice or has a bad value */
export function pasteFieldsOf(given: GivenOptions, defaults: Pick<PasteFields, 'title' | 'syntax' | 'isE2ee'>): PasteFields {
  const seen = new Set<string>();
  for (const [name] of given) {
    if (!NAMES.includes(name)) throw new ValidationError([{ path: [name], message: unknownOption(name) }]);
    if (seen.has(name)) throw new ValidationError([{ path: [name], message: 'expected only once' }]);
    seen.add(name);
  }
  const options = parseWith(formOptionsSchema, Object.fromEntries(given));
  const ofUpload = Object.fromEntries(OFFERED.map(({ name, upload }) => [name, (options as Record<string, unknown>)[upload.name]]));
  const { content: _, ...fields } = parseWith(createPasteSchema, {
    ...ofUpload,
    content: '',
    title: options.title ?? defaults.title,
    syntax: options.syntax ?? defaults.syntax,
    ttlSeconds: options.ttl === undefined ? DEFAULT_EXPIRY : options.ttl,
    isE2ee: ofUpload.isE2ee || defaults.isE2ee,
    protect: true,
  });
  return fields;
}

/** Fields of a create whose upload option has another name. */
const RENAMED = new Map<string, string>([['ttlSeconds', 'ttl'], ...OFFERED.map(({ name, upload }) => [name, upload.name] as const)]);

const renamed = (path: readonly string[]) => path.map((field) => RENAMED.get(field) ?? field);

/** Throws the error of a create, with the names of an upload's options in place of fields. */
export function throwInUploadNames(error: unknown): never {
  if (error instanceof RuleError) throw new RuleError(error.broken.map((broken) => ({ ...broken, path: renamed(broken.path) })));
  if (!(error instanceof ValidationError)) throw error;
  const details = (error.options.details ?? []).map(({ path, message }) => ({
    path: renamed(path),
    message: message.replace(/\w+/g, (word) => RENAMED.get(word) ?? word),
  }));
  throw new ValidationError(details, error.options, error.kind);
}
