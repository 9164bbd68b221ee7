/**
 * `sealpaste answer LINK`: encrypts a secret for who made the link, on this machine, and sends it.
 *
 * Guarantees: nothing is sent unless the public key that the server shows has the thumbprint that the link has. The
 * thumbprint and the secret go to no server.
 */
import { type PublicJwk, thumbprintOf } from '../lib/envelope/answer.keys';
import { sealAnswer } from '../lib/envelope/answer.seal';
import type { TextToSeal } from '../lib/envelope/envelope.encode';
import { EnvelopeError } from '../lib/envelope/envelope.errors';
import { languageOfName } from '../lib/languages/language.by-name.rules';
import type { Context } from './context';
import { CliError, EXIT, usageError } from './exit';
import { readInput } from './input';
import { writeOut } from './output';
import { readRequest, sendAnswer } from './request-api';
import { parseRequestLink } from './request-target';

/** @throws CliError */
export async function answer(context: Context): Promise<void> {
  const { operands, values, env, tell, progress } = context;
  const [link = '', ...paths] = operands;
  const { thumbprint, ...target } = parseRequestLink(link);
  const { publicKey, label, answersLeft } = await readRequest(target);
  await requireKey(publicKey, thumbprint);
  if (answersLeft === 0) throw new CliError(EXIT.gone, 'This request has all its answers');
  if (label !== '') tell(`Asked for, as the server says: ${label.replace(/[\p{Cc}\p{Cf}]+/gu, ' ')}`);
  const { content, name, files } = await readInput(paths, env);
  const text = { content, title: values.title ?? name, syntax: values.syntax ?? languageOfName(name) ?? '', files };
  const sent = await sendAnswer(target, await seal(text, publicKey), progress);
  if (values.json) await writeOut(new TextEncoder().encode(`${JSON.stringify(sent)}\n`));
  tell(`Sent. Only who asked can read it, until ${sent.expiresAt}.`);
}

async function requireKey(publicKey: PublicJwk, thumbprint: string): Promise<void> {
  const shown = await thumbprintOf(publicKey);
  if (shown !== thumbprint)
    throw new CliError(
      EXIT.wrongKey,
      'The server shows another key than the link promises: somebody may want to read your secret. Nothing was sent',
    );
}

async function seal(text: TextToSeal, publicKey: PublicJwk): Promise<string> {
  try {
    return await sealAnswer(text, publicKey);
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    if (error.code === 'too-large')
      throw new CliError(EXIT.other, 'This is too large. The limit is 10 MB, compressed and encrypted: about 7.6 MB of files');
    throw usageError(`This can't be encrypted (${error.message})`);
  }
}
