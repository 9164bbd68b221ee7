/** Calls the whole API by the functions that @hey-api/openapi-ts generates. */
import * as api from './generated/hey-api';
import { createClient } from './generated/hey-api/client';
import { ANSWER, CLAIM, expectSame, linking, must, OTHER_CLAIM, PUBLIC_KEY, REQUEST_KEY, type Situation, WEBHOOK } from './situation';

export async function drive({ fetch, baseUrl, apiKey, chatId, platformSecret, requestCode, clientCode }: Situation): Promise<void> {
  // Each function says in which header or scheme a key goes; the service takes either.
  const client = createClient({ baseUrl, fetch, auth: () => apiKey });

  const created = await must(api.createPaste({ client, body: { content: 'first', ttlSeconds: 60 } }));
  const path = { publicId: created.publicId };
  const read = await must(api.readPaste({ client, path }));
  expectSame([read.content, read.syntax, read.isE2ee], ['first', 'plaintext', false]);
  await must(api.checkPaste({ client, path }));
  const { expiresAt } = await must(api.extendPaste({ client, path, body: { ttlSeconds: 60 } }));
  expectSame(expiresAt !== null && expiresAt > (created.expiresAt ?? ''), true);
  expectSame(await must(api.readContent({ client, path })), 'first');
  await must(api.checkContent({ client, path }));
  const { pastes } = await must(api.listPastes({ client, query: { limit: 1 } }));
  expectSame(pastes[0]?.publicId, created.publicId);
  expectSame(await must(api.deletePaste({ client, path })), { deleted: true });

  const headers = { 'Idempotency-Key': REQUEST_KEY };
  await must(api.createPaste({ client, headers, body: { content: 'twice' } }));
  expectSame(await must(api.callOffPaste({ client, headers })), { deleted: true });

  const burn = await must(api.createPaste({ client, body: { content: 'once', burnAfterRead: true } }));
  const burned = { publicId: burn.publicId };
  await must(api.claimPaste({ client, path: burned, body: { claim: CLAIM } }));
  // The claim holds the paste already, whatever the code.
  await must(api.typeCode({ client, path: burned, body: { claim: CLAIM, code: '000000' } }));
  expectSame((await must(api.readPaste({ client, path: burned, headers: { 'X-Service-Claim': CLAIM } }))).content, 'once');
  await must(api.acknowledgePaste({ client, path: burned, body: { claim: CLAIM } }));
  expectSame((await must(api.readReceipt({ client, path: burned }))).state, 'opened');
  const held = await must(api.createPaste({ client, body: { content: 'held', burnAfterRead: true, approval: true } }));
  const waiting = { client, path: { publicId: held.publicId } };
  const codeOf = async (claim: string) => {
    await must(api.claimPaste({ ...waiting, body: { claim } }));
    const listed = await must(api.listWaiting(waiting));
    return { code: listed.waiting[0]?.code ?? '' };
  };
  await must(api.refuseReader({ ...waiting, body: await codeOf(OTHER_CLAIM) }));
  expectSame((await must(api.releaseReader({ ...waiting, body: await codeOf(CLAIM) }))).state, 'released');
  const gone = await api.readPaste({ client, path });
  expectSame(gone.error?.error, 'Not Found');

  const asked = await must(api.createRequest({ client, body: { publicKey: PUBLIC_KEY, ttlSeconds: 60, code: requestCode } }));
  expectSame((await must(api.readCode({ client, path: { code: requestCode } }))).requestId, asked.requestId);
  const request = { requestId: asked.requestId };
  expectSame((await must(api.readRequest({ client, path: request }))).answersLeft, 1);
  const answer = await must(api.createAnswer({ client, path: request, body: { content: ANSWER } }));
  expectSame((await must(api.listAnswers({ client, path: request }))).answers.length, 1);
  const sender = { 'X-Service-Receipt-Token': answer.receiptToken ?? '' };
  expectSame((await must(api.readAnswerReceipt({ client, path: request, headers: sender }))).state, 'created');
  expectSame((await must(api.listRequests({ client }))).requests[0]?.state, 'full');
  const ended = await must(api.endRequest({ client, path: request, query: { answers: 'delete' } }));
  expectSame(ended.deletedAnswers, 1);

  const uploads = [
    await must(api.upload({ client, query: { ttl: '1h' }, body: 'by PUT' })),
    await must(api.uploadNamed({ client, path: { name: 'notes.md' }, body: 'by name' })),
    await must(api.uploadForm({ client, body: { file: new Blob(['by POST']), ttl: '1h' } })),
  ];
  expectSame(
    uploads.map((link) => /\/view\/\w{24}\n$/.test(String(link))),
    [true, true, true],
  );
  const { key } = await must(api.createDocument({ client, body: 'a document' }));
  const document = await must(api.readDocument({ client, path: { publicId: key } }));
  expectSame(document.data, 'a document');
  await must(api.readManual({ client }));

  const { id } = await must(api.createWebhook({ client, body: { ...WEBHOOK, events: ['paste.created'] } }));
  const webhook = { client, path: { id } };
  await must(api.createPaste({ client, body: { content: 'told' } }));
  expectSame((await must(api.readWebhook(webhook))).events, ['paste.created']);
  expectSame((await must(api.updateWebhook({ ...webhook, body: { isActive: true } }))).isActive, true);
  expectSame((await must(api.listWebhooks({ client }))).webhooks.length, 1);
  expectSame((await must(api.testWebhook(webhook))).delivered, false);
  const { deliveries } = await must(api.listDeliveries({ ...webhook, query: { limit: 5 } }));
  await must(api.redeliver({ client, path: { id, deliveryId: deliveries[0]?.id ?? '' } }));
  await must(api.deleteWebhook(webhook));

  const { token } = await must(api.createLinkingToken({ client }));
  const secret = { 'X-Messenger-Bot-Api-Secret-Token': platformSecret };
  await must(api.receiveUpdate({ client, headers: secret, body: linking(token, chatId) }));
  const [chat] = (await must(api.listDestinations({ client }))).destinations;
  const ofChat = { client, path: { id: chat?.id ?? 0 } };
  await must(api.changeDestination({ ...ofChat, body: { isActive: false } }));
  await must(api.deleteDestination(ofChat));

  expectSame((await must(api.exchangeCode({ client, body: clientCode }))).apiKey.startsWith('sp_'), true);

  await must(api.readLimits({ client }));
  await must(api.describeApi({ client }));
  expectSame(await must(api.checkHealth({ client })), { status: 'ok' });
  expectSame((await must(api.checkReadiness({ client }))).db, 'connected');
}
