/**
 * `sealpaste answer LINK`: encrypts a secret on this machine for the maker of the link, and sends it.
 *
 * Guarantees: nothing is sent unless the public key that the server shows has the link's thumbprint. The thumbprint and the
 * secret go to no server.
 */

import { createAnswer, readRequest } from '../lib/client/operations.generated';
import { type PublicJwk, thumbprintOf } from '../lib/envelope/answer-keys';
import { sealAnswer } from '../lib/envelope/answer-seal';
import { languageOfName } from '../lib/languages/language-by-name.rules';
import { clientOf, createOnce, throwForRequest } from './api';
import type { Context } from './context';
import { CliError, EXIT } from './exit';
import { readInput, sealing } from './input';
import { print } from './output';
import { parseRequestLink } from './target';
import { timeFor } from './terminal';

/** @throws CliError */
export async function answer(context: Context): Promise<void> {
  const { operands, values, env, settings, tell, progress } = context;
  const [link = '', ...paths] = operands;
  const { thumbprint, baseUrl, requestId } = settings.reach(parseRequestLink(link));
  const client = clientOf(baseUrl);
  const params = { requestId };
  const { publicKey, label, answersLeft } = await client.call(readRequest, { params }).catch(throwForRequest);
  await requireKey(publicKey, thumbprint);
  if (answersLeft === 0) throw new CliError(EXIT.gone, 'This request has all its answers');
  if (label !== '') tell(`Asked for, as the server says: ${label.replace(/[\p{Cc}\p{Cf}]+/gu, ' ')}`);
  const { content, name, files } = await readInput(paths, env, { mayBeEmpty: values['allow-empty'] });
  const text = { content, title: values.title ?? name, syntax: values.syntax ?? languageOfName(name) ?? '', files };
  const sealed = await sealing(sealAnswer(text, publicKey), "This can't be encrypted");
  const sent = await createOnce((idempotencyKey) =>
    client.call(createAnswer, { params, headers: { 'Idempotency-Key': idempotencyKey }, body: { content: sealed } }, progress),
  ).catch(throwForRequest);
  if (values.json) await print(`${JSON.stringify(sent)}\n`);
  tell(`Sent. Only who asked can read it, until ${timeFor(process.stderr, sent.expiresAt)}.`);
}

async function requireKey(publicKey: PublicJwk, thumbprint: string): Promise<void> {
  const shown = await thumbprintOf(publicKey);
  if (shown !== thumbprint)
    throw new CliError(
      EXIT.wrongKey,
      'The server shows another key than the link promises: somebody may want to read your secret. Nothing was sent',
    );
}
