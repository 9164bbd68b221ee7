/** `sealpaste [FILE|-]`: encrypts on this machine, stores on the server, prints the link. */
import { renderUnicodeCompact } from 'uqr';
import { EnvelopeError } from '../lib/envelope/envelope.errors';
import { sealPaste } from '../lib/envelope/envelope.seal';
import { deriveReadToken, readProofOf } from '../lib/envelope/envelope.token';
import { languageOfName } from '../lib/languages/language.by-name.rules';
import { MAX_SYNTAX_CHARACTERS, MAX_TITLE_CHARACTERS } from '../lib/pastes/paste.rules';
import { type CreatedPaste, createPaste, TtlRefused } from './api';
import type { Context } from './context';
import { CliError, EXIT, usageError } from './exit';
import { remember } from './history';
import { readInput } from './input';
import { writeOut } from './output';
import { newPassword } from './password';
import { requireBaseUrl } from './settings';
import { DEFAULT_TTL_SECONDS, parseTtl } from './ttl';

interface Sealed {
  fields: Record<string, unknown>;
  /** For the link's fragment; null with `--plain`. */
  key: string | null;
}

/** @throws CliError */
export async function create(context: Context): Promise<void> {
  const { values, operands, env, settings } = context;
  const baseUrl = requireBaseUrl(settings);
  const ttlSeconds = values.ttl === undefined ? DEFAULT_TTL_SECONDS : parseTtl(values.ttl);
  const credentials = { apiKey: settings.apiKeyFor(baseUrl) };
  const password = await newPassword(values, env);
  if (values.plain && password !== null) throw usageError('--plain takes no password: the server would have to know it');
  checkText('--title', values.title, MAX_TITLE_CHARACTERS);
  checkText('--syntax', values.syntax, MAX_SYNTAX_CHARACTERS);

  const { content, name } = await readInput(operands[0], env);
  const title = values.title ?? name;
  const text = { content, title, syntax: values.syntax ?? languageOfName(name) ?? '' };
  const { fields, key } = values.plain ? { fields: text, key: null } : await seal(text, password, values.burn === true);
  const settled = { ...fields, burnAfterRead: values.burn === true, protect: true };
  const store = (ttl: number | null) => createPaste(baseUrl, { ...settled, ttlSeconds: ttl }, credentials, context.progress);
  const created = await store(ttlSeconds).catch((error: unknown) => {
    // The operator's longest expiry is shorter than our default: take theirs.
    if (values.ttl === undefined && error instanceof TtlRefused) return store(null);
    throw error;
  });

  if (!/^[0-9A-Za-z]{24}$/.test(created.publicId)) throw new CliError(EXIT.other, 'The response has no paste id. Is the address right?');
  if (!values['no-history']) keep(context, baseUrl, created, title);
  await show(context, `${baseUrl}/view/${created.publicId}${key === null ? '' : `#${key}`}`, created);
}

async function seal(text: { content: string; title: string; syntax: string }, password: string | null, isBurn: boolean): Promise<Sealed> {
  try {
    const { envelope, key } = await sealPaste(text, { password: password ?? undefined });
    const fields = { content: envelope, isE2ee: true };
    if (!isBurn) return { fields, key };
    const token = await deriveReadToken(envelope.slice(0, envelope.indexOf('.')), key, password ?? undefined);
    return { fields: { ...fields, readProof: await readProofOf(token) }, key };
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    if (error.code === 'too-large') throw new CliError(EXIT.other, 'The text is too large. The limit is 10 MB, compressed and encrypted');
    throw usageError(`The text can't be encrypted (${error.message})`);
  }
}

/** The server would refuse it only after the whole upload. */
function checkText(flag: string, text: string | undefined, maxCharacters: number): void {
  if (text !== undefined && [...text].length > maxCharacters)
    throw usageError(`${flag} is too long. The limit is ${maxCharacters} characters`);
}

/** The paste is stored: a history that can't be written must not lose its link. */
function keep({ env, values, tell }: Context, baseUrl: string, created: CreatedPaste, title: string): void {
  const { publicId, manageToken, expiresAt } = created;
  const createdAt = new Date().toISOString();
  const secret = manageToken === undefined ? {} : { manageToken };
  try {
    remember({ url: baseUrl, id: publicId, title, createdAt, expiresAt, burnAfterRead: values.burn === true, ...secret }, env);
  } catch (error) {
    tell(`The history can't be written (${(error as NodeJS.ErrnoException).code}): "rm" and "extend" won't find this paste.`);
  }
}

async function show({ values, tell }: Context, url: string, { publicId, expiresAt, manageToken }: CreatedPaste): Promise<void> {
  const result = values.json ? JSON.stringify({ url, publicId, expiresAt, manageToken }) : url;
  await writeOut(new TextEncoder().encode(`${result}\n`));
  if (values.qr) process.stderr.write(`${renderUnicodeCompact(url)}\n`);
  tell(expiresAt === null ? 'The paste never expires.' : `The paste expires at ${expiresAt}.`);
}
