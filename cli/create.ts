/** `sealpaste [FILE…|-]`: encrypts on this machine, stores on the server, prints the link. */
import { existsSync } from 'node:fs';
import type { ResultOf } from '../lib/client/operation';
import { createPaste } from '../lib/client/operations.generated';
import { serverClockOffset, serverNow } from '../lib/client/server-clock';
import type { TextToSeal } from '../lib/envelope/envelope-encode';
import type { SealedFile } from '../lib/envelope/envelope-files';
import { sealPaste } from '../lib/envelope/envelope-seal';
import { deriveReadToken, readProofOf } from '../lib/envelope/envelope-token';
import { languageOfName } from '../lib/languages/language-files.rules';
import { DEFAULT_EXPIRY, type Expiry } from '../lib/pastes/expiry.rules';
import { MAX_SYNTAX_CHARACTERS, MAX_TITLE_CHARACTERS } from '../lib/pastes/paste.rules';
import type { PasteOptions } from '../lib/pastes/paste-options.rules';
import { clientOf, createOnce } from './api';
import type { Context } from './context';
import { usageError } from './exit';
import { type HistoryEntry, remember } from './history';
import { readInput, sealing } from './input';
import { COMMAND_NAMES, similarTo } from './options';
import { print } from './output';
import { newPassword } from './password';
import { checkText, parsePasteOptions, parseTtl } from './paste-options';
import { forEach, type Made, peopleIn } from './people';
import { requireBaseUrl } from './settings';
import { showLink } from './show-link';
import type { BaseUrl } from './target';
import { timeFor } from './terminal';

type CreatedPaste = ResultOf<typeof createPaste>;

export async function create(context: Context): Promise<void> {
  const { values, operands, env, settings } = context;
  requireFile(operands[0]);
  requireBaseUrl(settings);
  const ttlSeconds = values.ttl === undefined ? DEFAULT_EXPIRY : parseTtl(values.ttl);
  const options = parsePasteOptions(values.to === undefined ? values : { ...values, burn: true });
  const password = await newPassword(values, env);
  if (values.plain && password !== null) throw usageError('--plain takes no password: the server would have to know it');
  checkText('--title', values.title, MAX_TITLE_CHARACTERS);
  checkText('--syntax', values.syntax, MAX_SYNTAX_CHARACTERS);

  const people = peopleIn(values);
  const { content, name, files } = await readInput(operands, env, { isText: values.plain, mayBeEmpty: values['allow-empty'] });
  const title = values.title ?? name;
  if (files.length > 0) refuseTextOptions(values, files);
  const text = { content, title, syntax: values.syntax ?? languageOfName(name) ?? '', files };
  const paste: NewPaste = { text, options, ttlSeconds, password };
  if (people.length > 0) return forEach(people, (label) => storePaste(context, paste, label), context);
  await show(context, await storePaste(context, paste));
}

interface NewPaste {
  text: TextToSeal;
  options: Partial<PasteOptions>;
  ttlSeconds: Expiry | typeof DEFAULT_EXPIRY;
  password: string | null;
}

/**
 * Encrypts a paste unless it is plain, stores it, and remembers it.
 * @param label the person it is for, whom only this machine's history names
 * @throws CliError
 */
async function storePaste(context: Context, { text, options, ttlSeconds, password }: NewPaste, label?: string): Promise<Made> {
  const { values, settings } = context;
  const baseUrl = requireBaseUrl(settings);
  const apiKey = settings.apiKeyFor(baseUrl);
  const { content, title, syntax } = text;
  const isProven = options.burnAfterRead === true || options.readerMayDelete === true;
  const { fields, key } = values.plain
    ? { fields: { content, title, syntax }, key: null }
    : await sealing(seal(text, password, isProven), "The text can't be encrypted");
  const settled = { ...fields, ...options, protect: true };
  const created = await createOnce((idempotencyKey) => {
    const headers = { 'X-Api-Key': apiKey, 'Idempotency-Key': idempotencyKey };
    return clientOf(baseUrl).call(createPaste, { headers, body: { ...settled, ttlSeconds } }, context.progress);
  });
  const name = [label, title].filter(Boolean).join(': ');
  const isKept =
    !values['no-history'] && keep(context, baseUrl, created, { title: name, ...(label !== undefined && { label }), ...options });
  const { publicId, expiresAt, manageToken, releaseTokens } = created;
  const notKept = releaseTokens?.slice(isKept ? 1 : 0) ?? [];
  const url = `${baseUrl}/view/${publicId}${key === null ? '' : `#${key}`}`;
  return {
    result: { url, publicId, expiresAt, manageToken, releaseTokens },
    releaseUrls: notKept.map((token) => `${baseUrl}/manage/${publicId}#r=${token}`),
  };
}

/** Refuses a link or a mistyped command, which would be read as the name of a file. */
function requireFile(first = '-'): void {
  if (first === '-' || existsSync(first)) return;
  if (/^https?:\/\//i.test(first)) throw usageError('This is a link. Did you mean "sealpaste get LINK"?');
  const meant = similarTo(first, COMMAND_NAMES);
  if (meant !== null) throw usageError(`There is no such command or file. Did you mean "sealpaste ${meant}"?`);
}

function refuseTextOptions({ plain, syntax }: Context['values'], files: readonly SealedFile[]): void {
  const [first] = files;
  const why =
    files.length === 1 && first && 'data' in first ? `${first.name || 'Standard input'} is not UTF-8 text` : 'These are several files';
  if (plain) throw usageError(`${why}: --plain takes one text. Without --plain, files are encrypted here`);
  if (syntax !== undefined) throw usageError(`${why}: --syntax takes one text`);
}

/**
 * @param isProven whether readers must prove that they can decrypt, before the one read or before they delete
 * @returns `key` is for the link's fragment
 */
async function seal(text: TextToSeal, password: string | null, isProven: boolean) {
  const { envelope, key } = await sealPaste(text, { password: password ?? undefined });
  const readProof = isProven ? await readProofOf(await deriveReadToken(envelope, key, password ?? undefined)) : undefined;
  return { fields: { content: envelope, isE2ee: true, readProof }, key };
}

/** Remembers the paste. It is stored already, so a history that can't be written must not lose its link. @returns whether it could be */
function keep({ env, tell }: Context, baseUrl: BaseUrl, created: CreatedPaste, more: Partial<HistoryEntry>): boolean {
  const { publicId, manageToken, releaseTokens: [releaseToken] = [], expiresAt } = created;
  const createdAt = new Date(serverNow()).toISOString();
  const localAt = serverClockOffset() ? { localAt: new Date().toISOString() } : {};
  const secret = { ...(manageToken === undefined ? {} : { manageToken }), ...(releaseToken === undefined ? {} : { releaseToken }) };
  try {
    remember({ ...more, url: baseUrl, id: publicId, createdAt, ...localAt, expiresAt, ...secret }, env);
    return true;
  } catch (error) {
    tell(`The history can't be written (${(error as NodeJS.ErrnoException).code}): "rm" and "extend" won't find this paste.`);
    return false;
  }
}

async function show(context: Context, { result, releaseUrls }: Made): Promise<void> {
  const { values, tell } = context;
  const { url, publicId, expiresAt, releaseTokens } = result;
  await print(`${(values.json ? [JSON.stringify(result)] : [url, ...releaseUrls]).join('\n')}\n`);
  await showLink(context, url);
  tell(expiresAt === null ? 'The paste never expires.' : `The paste expires on ${timeFor(process.stderr, expiresAt)}.`);
  if (releaseTokens === undefined) return;
  if (!values.json && releaseUrls.length > 0) tell('Each further line is the page of a person who releases readers.');
  tell(`Release readers: sealpaste receipt --wait ${publicId}`);
}
