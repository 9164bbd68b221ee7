import * as z from 'zod';
import { pagingSchema } from '../http/paging';
import { MAX_ADDRESS_CHARACTERS } from '../mail/mail.rules';
import { DEFAULT_EXPIRY } from './expiry.rules';
import {
  DEFAULT_LIST_LIMIT,
  DEFAULT_SYNTAX,
  MAX_LIST_LIMIT,
  MAX_SYNTAX_CHARACTERS,
  MAX_TITLE_CHARACTERS,
  MAX_TTL_SECONDS,
  PUBLIC_ID,
  TOKEN_PATTERN,
} from './paste.rules';
import {
  isSet,
  OPTION_NAMES,
  type OptionName,
  type OptionTable,
  PASTE_OPTIONS,
  type PasteOption,
  type PasteOptions,
} from './paste-options.rules';

/** A text whose length is counted in code points. */
export const shortText = (maxCharacters: number) =>
  z
    .string()
    .refine(
      (value) => value.length <= maxCharacters * 2 && [...value].length <= maxCharacters,
      `expected at most ${maxCharacters} characters`,
    )
    .meta({ maxLength: maxCharacters });

export const ttlSeconds = z
  .int({ error: ({ input }) => (input === undefined ? 'Required' : 'expected a whole number of seconds') })
  .min(1, 'expected at least 1 second')
  .max(MAX_TTL_SECONDS, `expected at most ${MAX_TTL_SECONDS} seconds (1 year)`);

/** 32 bytes in base64url, in their one spelling. */
const bytes32 = z.string().regex(TOKEN_PATTERN, 'expected 32 bytes as 43 characters of base64url');

/** The characters of an address or a network. The service parses it. */
const network = z.string().regex(/^[0-9A-Fa-f:.]{2,45}(\/[0-9]{1,3})?$/, 'expected an address or a network, like 192.0.2.0/24');

type CreateOptions = { [Name in OptionName]: z.ZodDefault<z.ZodType<PasteOptions[Name], PasteOptions[Name]>> };
type ShownOptions = {
  [Name in OptionName as OptionTable[Name] extends { shown: 'never' } ? never : Name]: OptionTable[Name] extends { shown: 'always' }
    ? z.ZodBoolean
    : z.ZodOptional<z.ZodType<Exclude<PasteOptions[Name], false | null>>>;
};

const shape = (field: (option: PasteOption) => z.ZodType | null) =>
  Object.fromEntries(
    OPTION_NAMES.flatMap((name) => {
      const made = field(PASTE_OPTIONS[name]);
      return made === null ? [] : [[name, made] as const];
    }),
  );

/** A field that is left out means "not set". */
const createOptions = shape((option) => {
  if (option.kind === 'flag') return z.boolean().default(false).meta({ description: option.text });
  if (option.kind === 'networks') {
    const range = `expected 1 to ${option.max} networks`;
    return z.array(network).min(1, range).max(option.max, range).nullable().default(null).meta({ description: option.text });
  }
  if (option.kind === 'address') return shortText(MAX_ADDRESS_CHARACTERS).nullable().default(null).meta({ description: option.text });
  const { min, max, unit } = option;
  const range = `expected ${min} to ${max} ${unit}`;
  return z.int().min(min, range).max(max, range).nullable().default(null).meta({ description: option.text });
}) as CreateOptions;

/** Fields of a paste in responses. */
const shownOptions = shape(({ kind, shown }) => {
  if (shown === 'never') return null;
  const field = kind === 'networks' ? z.array(z.string()) : kind === 'count' ? z.int() : shown === 'always' ? z.boolean() : z.literal(true);
  return shown === 'always' ? field : field.optional().meta({ description: shown.text });
}) as ShownOptions;

/** Body of POST /api/v1/pastes. `content` is streamed separately: this schema only says that it is a string. */
export const createPasteSchema = z
  .object({
    content: z
      .string()
      .meta({ description: 'The text, up to 10 MiB of UTF-8; encrypted by the client already when `isE2ee`.', minLength: 1 }),
    title: shortText(MAX_TITLE_CHARACTERS).default('').meta({ description: 'Shown with the paste. Stored encrypted.' }),
    // A name in a list needs no control characters, and PostgreSQL can't even store NUL.
    syntax: shortText(MAX_SYNTAX_CHARACTERS)
      .regex(/^\P{Cc}*$/u, 'expected no control characters')
      .transform((value) => value || DEFAULT_SYNTAX)
      .default(DEFAULT_SYNTAX)
      .meta({ description: 'Language to colour it in; an unknown one is plain text. Without it: `plaintext`.' }),
    ttlSeconds: z
      .union([ttlSeconds, z.literal(DEFAULT_EXPIRY)], 'expected a whole number of seconds')
      .nullable()
      .default(null)
      .meta({
        description: 'How long it lives, in seconds, up to a year; `default`: as long as this service preselects. Without it: for ever.',
      }),
    ...createOptions,
    approval: z.boolean().optional().meta({ description: 'Another spelling of `approvals: 1`.' }),
    protect: z
      .boolean()
      .default(false)
      .meta({ description: 'Only the `manageToken` of the response, or the owner of the paste, can delete or extend it.' }),
    readProof: bytes32.nullable().default(null).meta({
      description:
        'SHA-256 of a token that whoever can open the envelope can derive. Reading a burn paste needs the token, and so does the reader who deletes another paste. Only with `isE2ee`, and with `burnAfterRead` or `readerMayDelete`.',
    }),
  })
  .superRefine((fields, context) => {
    const refuse = (message: string, ...paths: string[]) => {
      for (const path of paths) context.addIssue({ code: 'custom', path: [path], message });
    };
    const { readProof, burnAfterRead, isE2ee, readerMayDelete, approval, recipient } = fields;
    if (readProof !== null && !(isE2ee && (burnAfterRead || readerMayDelete)))
      refuse('expected only together with burnAfterRead and isE2ee', 'readProof');
    for (const name of OPTION_NAMES.filter((each) => isSet(fields[each]))) {
      const { ruledOutBy, requires } = PASTE_OPTIONS[name];
      if (ruledOutBy && isSet(fields[ruledOutBy])) refuse(`expected either ${ruledOutBy} or ${name}`, ruledOutBy, name);
      if (requires && !isSet(fields[requires])) refuse(`expected only together with ${requires}`, name);
    }
    if (approval && recipient !== null) refuse('expected either approval or recipient', 'approval', 'recipient');
    if (approval && !burnAfterRead) refuse('expected only together with burnAfterRead', 'approval');
    if (readerMayDelete && isE2ee && readProof === null) refuse('expected together with readerMayDelete and isE2ee', 'readProof');
  });

/** Body of POST /api/v1/pastes/:publicId/claim and /acknowledge: the reader makes the claim from random bytes. */
export const claimSchema = z.object({ claim: bytes32 }).meta({ example: { claim: 'Zk3vJ8sYw1mQp5tR7xB2nC4dF6gH9jLaSdKfGhJkLmA' } });

/** Body of POST /api/v1/pastes/:publicId/release and /refuse: names a reader who waits. */
export const codeSchema = z
  .object({
    code: z
      .string()
      .regex(/^[0-9]{4}$/, 'expected four digits')
      .meta({ description: 'As the reader sees it, too.' }),
  })
  .meta({ example: { code: '4711' } });

/** Body of POST /api/v1/pastes/:publicId/claim/code. */
export const claimCodeSchema = claimSchema
  .extend({
    code: z
      .string()
      .regex(/^[0-9]{6}$/, 'expected six digits')
      .meta({ description: 'As the mail has it.' }),
  })
  .meta({ example: { claim: 'Zk3vJ8sYw1mQp5tR7xB2nC4dF6gH9jLaSdKfGhJkLmA', code: '471108' } });

export const extendPasteSchema = z.object({ ttlSeconds: ttlSeconds.meta({ description: 'By how much longer it lives, in seconds.' }) });

/** Longest accepted cursor: three times the length of ours. */
const MAX_CURSOR_CHARACTERS = 300;

export const listPastesSchema = pagingSchema(DEFAULT_LIST_LIMIT, MAX_LIST_LIMIT)
  .extend({
    before: z.string().max(MAX_CURSOR_CHARACTERS, `expected at most ${MAX_CURSOR_CHARACTERS} characters`).optional().meta({
      description: 'From the `Link` header of the page before: goes on after it, as fast however deep. Not together with `offset`.',
    }),
  })
  .refine(({ before, offset }) => before === undefined || offset === 0, { path: ['before'], message: 'expected either before or offset' });

/** All fields of a new paste but its content. */
export type PasteFields = Omit<z.output<typeof createPasteSchema>, 'content'> & {
  /** SHA-256 of a manage token that its sender has already, instead of a new one (`protect`). */
  manageTokenHash?: Uint8Array | null;
};

export const publicId = z.string().regex(PUBLIC_ID).meta({ description: 'Public identifier.', example: 'yTFk30gcJuVvqs9M2GbEeXnA' });
const expiresAt = z.iso.datetime().nullable().meta({ description: 'When it is gone; null: never.' });

export const pasteParamsSchema = z.object({ publicId });

/** Most pastes that one request changes: more than a page of the list has. */
const MAX_CHANGED = 100;

/** Bodies of what changes several pastes of an account. */
export const deletePastesSchema = z
  .object({ publicIds: z.array(publicId).min(1, 'expected a paste').max(MAX_CHANGED, `expected at most ${MAX_CHANGED} pastes`) })
  .meta({ id: 'ChosenPastes', example: { publicIds: ['yTFk30gcJuVvqs9M2GbEeXnA'] } });
export const extendPastesSchema = deletePastesSchema
  .extend(extendPasteSchema.shape)
  .meta({ id: 'Extensions', example: { publicIds: ['yTFk30gcJuVvqs9M2GbEeXnA'], ttlSeconds: 3600 } });
export const changedPastesSchema = z.strictObject({ changed: z.array(publicId) }).meta({ id: 'ChangedPastes' });

/** A secret that the service made; it travels in a header. */
export const serviceToken = z.string().regex(/^[\w-]{1,128}$/);

export const createdPasteSchema = z
  .strictObject({
    publicId,
    url: z.url().meta({ description: 'The page for people.' }),
    rawUrl: z.url().meta({ description: 'The content alone.' }),
    expiresAt,
    isE2ee: z.boolean(),
    manageToken: serviceToken.optional().meta({ description: 'With `protect` only, and only here: what deleting and extending need.' }),
    releaseTokens: z
      .array(serviceToken)
      .optional()
      .meta({ description: 'With `approvals` only, and only here: one token for each person who must release a reader.' }),
  })
  .meta({ id: 'CreatedPaste' });

export const pasteSummarySchema = z
  .strictObject({
    publicId,
    title: z.string(),
    syntax: z.string(),
    ...shownOptions,
    viewCount: z.int().min(0),
    lastReadAt: z.iso
      .datetime()
      .nullable()
      .optional()
      .meta({ description: 'With `maxReads`, in lists: when the last read was; null: none yet.' }),
    expiresAt,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'PasteSummary' });

export const pasteSchema = z
  .strictObject({
    ...pasteSummarySchema.shape,
    content: z.string().meta({ description: 'The text; as the client encrypted it when `isE2ee`.' }),
  })
  .meta({ id: 'Paste' });

export const extendedPasteSchema = z.strictObject({ publicId, expiresAt }).meta({ id: 'ExtendedPaste' });

export const claimedPasteSchema = z
  .strictObject({
    publicId,
    claimedUntil: z.iso.datetime().meta({ description: 'Until then it can be fetched, again and again.' }),
    title: z.string().meta({ description: 'Empty when the paste is encrypted end to end: its title is inside.' }),
  })
  .meta({ id: 'ClaimedPaste' });

const code = z.string().meta({ description: 'Four digits, unique among those who wait for the paste.', example: '4711' });

export const waitingClaimSchema = z
  .strictObject({
    state: z.literal('waiting'),
    code: code.optional().meta({ description: 'With `approvals`: what the sender sees, too.' }),
    by: z.literal('mail').optional().meta({ description: 'With a recipient: a code of six digits was mailed there.' }),
    expiresAt: z.iso.datetime().meta({ description: 'When the wait ends. The reader may then ask again, and gets another code.' }),
  })
  .meta({ id: 'WaitingClaim' });

const client = z
  .string()
  .nullable()
  .meta({ description: 'What the browser calls itself, coarsely; null: unknown.', example: 'Firefox, Windows' });

export const waitingListSchema = z
  .strictObject({
    waiting: z.array(
      z.strictObject({
        code,
        since: z.iso.datetime(),
        client,
        expiresAt: z.iso.datetime().meta({ description: 'End of the wait; of a released reader, until when the reader may claim.' }),
        state: z.enum(['waiting', 'released']),
        approved: z.int().meta({ description: 'How many approvals the reader has.' }),
      }),
    ),
    approvals: z.int().nullable().meta({ description: 'How many approvals a reader needs; null: none.' }),
    recipient: z
      .strictObject({
        address: z.string().nullable().meta({ description: 'Null: only the owner is told.' }),
        claims: z.array(
          z.strictObject({
            since: z.iso.datetime(),
            client,
            expiresAt: z.iso.datetime().meta({ description: 'When the code, the release, or what is known of a refusal ends.' }),
            state: z.enum(['waiting', 'released', 'wrong_codes', 'undeliverable']).meta({
              description:
                '`wrong_codes`: five were typed. `undeliverable`: the mail server takes no mail for the address. Both stay for a day.',
            }),
          }),
        ),
      })
      .optional()
      .meta({ description: 'Of a paste with a recipient: the claims for which a code was mailed.' }),
  })
  .meta({ id: 'WaitingList' });

export const releaseSchema = z
  .strictObject({
    publicId,
    code,
    state: z.enum(['waiting', 'released']).meta({ description: '`waiting`: another approval is needed.' }),
    approved: z.int(),
    approvals: z.int(),
  })
  .meta({ id: 'Release' });

/** Bodies of responses; times in ISO 8601. */
export type CreatedPasteJson = z.output<typeof createdPasteSchema>;
export type PasteSummaryJson = z.output<typeof pasteSummarySchema>;
export type ClaimedPasteJson = z.output<typeof claimedPasteSchema>;
export type WaitingClaimJson = z.output<typeof waitingClaimSchema>;
export type WaitingListJson = z.output<typeof waitingListSchema>;
