/**
 * `sealpaste answer LINK|CODE`: encrypts a secret on this machine for the maker of the link, and sends it.
 *
 * Guarantees: nothing is sent unless the public key that the server shows has the link's thumbprint, or the code. The thumbprint
 * and the secret go to no server.
 */

import { createAnswer, readCode, readRequest } from '../lib/client/operations.generated';
import { thumbprintOf } from '../lib/envelope/answer-keys';
import { sealAnswer } from '../lib/envelope/answer-seal';
import { codeOf, parseCode } from '../lib/envelope/request-code';
import { type AskedField, openAsked } from '../lib/envelope/request-vault';
import { languageOfName } from '../lib/languages/language-files.rules';
import { clientOf, createOnce, throwForRequest } from './api';
import type { Context } from './context';
import { CliError, EXIT } from './exit';
import { readInput, sealing } from './input';
import { print } from './output';
import { requireBaseUrl } from './settings';
import { damagedRequestLink, parseRequestLink } from './target';
import { oneLine, timeFor } from './terminal';

export async function answer(context: Context): Promise<void> {
  const { operands, values, env, tell, progress } = context;
  const [link = '', ...paths] = operands;
  const code = parseCode(link);
  const { client, requestId, publicKey, names } = await (code === null ? findByLink(context, link) : findByCode(context, code));
  const params = { requestId };
  const { content, name, files } = await readInput(paths, env, { mayBeEmpty: values['allow-empty'] });
  const text = {
    content,
    title: values.title ?? name,
    syntax: values.syntax ?? languageOfName(name) ?? '',
    files,
    fields: fieldsIn(content, names),
  };
  const encrypted = await sealing(sealAnswer(text, publicKey), "This can't be encrypted");
  const sent = await createOnce((idempotencyKey) =>
    client.call(createAnswer, { params, headers: { 'Idempotency-Key': idempotencyKey }, body: { content: encrypted } }, progress),
  ).catch(throwForRequest);
  if (values.json) await print(`${JSON.stringify(sent)}\n`);
  tell(`Sent. Only who asked can read it, until ${timeFor(process.stderr, sent.expiresAt)}.`);
}

async function findByLink({ settings, tell }: Context, link: string) {
  const { thumbprint, labelKey, baseUrl, requestId } = settings.reach(parseRequestLink(link));
  const client = clientOf(baseUrl);
  const { publicKey, label, sealed, answersLeft } = await client.call(readRequest, { params: { requestId } }).catch(throwForRequest);
  if ((await thumbprintOf(publicKey)) !== thumbprint) throw anotherKey('link');
  if (answersLeft === 0) throw new CliError(EXIT.gone, 'This request has all its answers');
  const asked = sealed === null ? null : await openAsked(sealed, labelKey).catch(() => Promise.reject(damagedRequestLink()));
  const wanted = asked?.label ?? label;
  if (wanted !== '') tell(`Asked for${asked === null ? ', as the server says' : ''}: ${oneLine(wanted)}`);
  const names = asked?.fields ?? [];
  if (names.length > 0) tell(`Each in a line "Name: value": ${names.map(({ name }) => oneLine(name)).join(', ')}`);
  return { client, requestId, publicKey, names };
}

async function findByCode({ settings, tell }: Context, code: string) {
  const client = clientOf(requireBaseUrl(settings));
  const { requestId, publicKey } = await client.call(readCode, { params: { code } }).catch(throwForRequest);
  tell('Computing the code of the key that the server shows…');
  if ((await codeOf(publicKey)) !== code) throw anotherKey('code');
  return { client, requestId, publicKey, names: [] };
}

/** The lines `name: value` of a text, when it has one for each field and nothing else; otherwise the text is the answer. */
function fieldsIn(content: string, asked: readonly AskedField[]): { name: string; value: string }[] {
  const lines = content.replace(/\n$/, '').split('\n');
  const found = asked.flatMap(({ name }, index) => {
    const line = lines[index];
    return line?.startsWith(`${name}:`) ? [{ name, value: line.slice(name.length + 1).trim() }] : [];
  });
  return found.length === lines.length && found.length === asked.length ? found : [];
}

const anotherKey = (promise: 'link' | 'code') =>
  new CliError(
    EXIT.wrongKey,
    `The server shows another key than the ${promise} promises: somebody may want to read your secret. Nothing was sent`,
  );
