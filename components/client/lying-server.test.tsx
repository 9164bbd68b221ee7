/** How pages handle a server that lies in every field of every response. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { manageMessages } from '#components/messages/manage';
import { installUpload, nextUpload } from '#components/paste/editor/testing/upload';
import { serveFetch } from '#components/testing/fetch';
import { check, type JsonSchema } from '#lib/client/json-schema-check';
import * as endpoints from '#lib/client/operations.generated';
import { honest, liesAbout } from '#lib/client/testing/lies';
import { sendPaste } from '../paste/editor/model/paste.client';
import { extendPaste } from '../paste/manage/manage.client';
import { fetchReceipt } from '../paste/receipt/receipt.client';
import { sendAnswer } from '../requests/answer/answer.client';
import { createSecretRequest, fetchInbox } from '../requests/secret-request.client';

const ID = 'yTFk30gcJuVvqs9M2GbEeXnA';

afterEach(() => vi.unstubAllGlobals());

/** Returns what a call returns or throws. */
const outcome = (call: Promise<unknown>) =>
  call.then(
    (value) => value,
    (error: { problem?: unknown }) => error.problem ?? error,
  );

const CALLS: [string, JsonSchema, () => Promise<unknown>, unknown][] = [
  [
    'extending',
    endpoints.extendPaste.response,
    () => extendPaste(ID, 'token', 60),
    { type: 'failed', message: manageMessages['server-error'] },
  ],
  [
    'a receipt',
    endpoints.readReceipt.response,
    () => fetchReceipt(ID, { 'X-Service-Read-Token': 'token' }),
    { code: 'unexpected_response' },
  ],
  [
    'asking for a secret',
    endpoints.createRequest.response,
    () => createSecretRequest({ label: '', fields: [], ttlSeconds: 60, maxAnswers: 1 }),
    { code: 'unexpected_response' },
  ],
  ['an inbox', endpoints.listAnswers.response, () => fetchInbox(ID, 'token'), { code: 'unexpected_response' }],
];

const UPLOAD = { onProgress: () => undefined, signal: new AbortController().signal };
const UPLOADS: [string, JsonSchema, () => Promise<unknown>][] = [
  ['creating', endpoints.createPaste.response, () => sendPaste(new Blob(['{}']), 'key', UPLOAD, false)],
  ['answering', endpoints.createAnswer.response, () => sendAnswer(ID, new Blob(['{}']), 'key', UPLOAD)],
];

const isTrue = (body: string, schema: JsonSchema) => {
  try {
    return body.length < 100_000 && check(JSON.parse(body), schema) !== undefined;
  } catch {
    return false;
  }
};

describe('a lying server', () => {
  it.each(CALLS)('is told from an honest one by %s', async (_, schema, call, expected) => {
    for (const { name, body } of liesAbout(honest(schema))) {
      const text = body();
      serveFetch(() => new Response(text, { headers: { 'Content-Type': 'application/json' } }));
      const found = await outcome(call());
      if (isTrue(text, schema)) expect(found, name).not.toMatchObject(expected as object);
      else expect(found, name).toMatchObject(expected as object);
    }
  });

  it.each(UPLOADS)('is told from an honest one by %s', async (_, schema, send) => {
    for (const { name, body } of liesAbout(honest(schema))) {
      const text = body();
      if (isTrue(text, schema)) continue;
      installUpload();
      const found = outcome(send());
      await (await nextUpload()).respondText(201, text);
      expect(await found, name).toMatchObject({ code: 'server-error' });
    }
  });
});
