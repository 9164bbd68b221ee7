/** Calls the whole API by openapi-fetch, with the types of openapi-typescript. */
import createClient from 'openapi-fetch';
import type { paths } from './generated/openapi-typescript';
import { ANSWER, CLAIM, expectSame, linking, must, OTHER_CLAIM, PUBLIC_KEY, REQUEST_KEY, type Situation, WEBHOOK } from './situation';

const asText = { parseAs: 'text', bodySerializer: (body: unknown) => body as string } as const;
const TEXT = { 'Content-Type': 'text/plain' };

export async function drive({ fetch, baseUrl, apiKey, chatId, platformSecret, requestCode, clientCode }: Situation): Promise<void> {
  const client = createClient<paths>({ baseUrl, fetch, headers: { 'X-Api-Key': apiKey } });

  const created = await must(client.POST('/api/v1/pastes', { body: { content: 'first', ttlSeconds: 60 } }));
  const path = { publicId: created.publicId };
  const read = await must(client.GET('/api/v1/pastes/{publicId}', { params: { path } }));
  expectSame([read.content, read.syntax, read.isE2ee], ['first', 'plaintext', false]);
  await must(client.HEAD('/api/v1/pastes/{publicId}', { params: { path } }));
  const { expiresAt } = await must(client.POST('/api/v1/pastes/{publicId}/extend', { params: { path }, body: { ttlSeconds: 60 } }));
  expectSame(expiresAt !== null && expiresAt > (created.expiresAt ?? ''), true);
  expectSame(await must(client.GET('/raw/{publicId}', { params: { path }, parseAs: 'text' })), 'first');
  await must(client.HEAD('/raw/{publicId}', { params: { path }, parseAs: 'text' }));
  const { pastes } = await must(client.GET('/api/v1/pastes', { params: { query: { limit: 1 } } }));
  expectSame(pastes[0]?.publicId, created.publicId);
  expectSame(await must(client.DELETE('/api/v1/pastes/{publicId}', { params: { path } })), { deleted: true });

  const header = { 'Idempotency-Key': REQUEST_KEY };
  await must(client.POST('/api/v1/pastes', { params: { header }, body: { content: 'twice' } }));
  expectSame(await must(client.DELETE('/api/v1/pastes', { params: { header } })), { deleted: true });

  const burn = await must(client.POST('/api/v1/pastes', { body: { content: 'once', burnAfterRead: true } }));
  const burned = { publicId: burn.publicId };
  await must(client.POST('/api/v1/pastes/{publicId}/claim', { params: { path: burned }, body: { claim: CLAIM } }));
  // The claim holds the paste already, whatever the code.
  await must(client.POST('/api/v1/pastes/{publicId}/claim/code', { params: { path: burned }, body: { claim: CLAIM, code: '000000' } }));
  const claimed = { path: burned, header: { 'X-Service-Claim': CLAIM } };
  expectSame((await must(client.GET('/api/v1/pastes/{publicId}', { params: claimed }))).content, 'once');
  await must(client.POST('/api/v1/pastes/{publicId}/acknowledge', { params: { path: burned }, body: { claim: CLAIM } }));
  expectSame((await must(client.GET('/api/v1/pastes/{publicId}/receipt', { params: { path: burned } }))).state, 'opened');
  const held = await must(client.POST('/api/v1/pastes', { body: { content: 'held', burnAfterRead: true, approval: true } }));
  const waiting = { params: { path: { publicId: held.publicId } } };
  const codeOf = async (claim: string) => {
    await must(client.POST('/api/v1/pastes/{publicId}/claim', { ...waiting, body: { claim } }));
    const listed = await must(client.GET('/api/v1/pastes/{publicId}/waiting', waiting));
    return { code: listed.waiting[0]?.code ?? '' };
  };
  await must(client.POST('/api/v1/pastes/{publicId}/refuse', { ...waiting, body: await codeOf(OTHER_CLAIM) }));
  const released = await must(client.POST('/api/v1/pastes/{publicId}/release', { ...waiting, body: await codeOf(CLAIM) }));
  expectSame(released.state, 'released');
  const gone = await client.GET('/api/v1/pastes/{publicId}', { params: { path } });
  expectSame(gone.error?.error, 'Not Found');

  const uploads = [
    await must(client.PUT('/', { ...asText, headers: TEXT, params: { query: { ttl: '1h' } }, body: 'by PUT' })),
    await must(client.PUT('/{name}', { ...asText, headers: TEXT, params: { path: { name: 'notes.md' } }, body: 'by name' })),
    await must(client.POST('/', { ...asText, headers: TEXT, body: 'by POST' })),
  ];
  expectSame(
    uploads.map((link) => /\/view\/\w{24}\n$/.test(String(link))),
    [true, true, true],
  );
  const { key } = await must(client.POST('/documents', { ...asText, parseAs: 'json', headers: TEXT, body: 'a document' }));
  const document = await must(client.GET('/documents/{publicId}', { params: { path: { publicId: key } } }));
  expectSame(document.data, 'a document');
  await must(client.GET('/help.txt', { parseAs: 'text' }));

  const asked = await must(client.POST('/api/v1/requests', { body: { publicKey: PUBLIC_KEY, ttlSeconds: 60, code: requestCode } }));
  const found = await must(client.GET('/api/v1/codes/{code}', { params: { path: { code: requestCode } } }));
  expectSame(found.requestId, asked.requestId);
  const request = { path: { requestId: asked.requestId } };
  expectSame((await must(client.GET('/api/v1/requests/{requestId}', { params: request }))).answersLeft, 1);
  const answer = await must(client.POST('/api/v1/requests/{requestId}/answers', { params: request, body: { content: ANSWER } }));
  expectSame((await must(client.GET('/api/v1/requests/{requestId}/answers', { params: request }))).answers.length, 1);
  const sender = { ...request, header: { 'X-Service-Receipt-Token': answer.receiptToken ?? '' } };
  expectSame((await must(client.GET('/api/v1/requests/{requestId}/receipt', { params: sender }))).state, 'created');
  expectSame((await must(client.GET('/api/v1/requests'))).requests[0]?.state, 'full');
  const ended = await must(client.DELETE('/api/v1/requests/{requestId}', { params: { ...request, query: { answers: 'delete' } } }));
  expectSame(ended.deletedAnswers, 1);

  const { id } = await must(client.POST('/api/v1/webhooks', { body: { ...WEBHOOK, events: ['paste.created'] } }));
  const webhook = { params: { path: { id } } };
  await must(client.POST('/api/v1/pastes', { body: { content: 'told' } }));
  expectSame((await must(client.GET('/api/v1/webhooks/{id}', webhook))).events, ['paste.created']);
  expectSame((await must(client.PATCH('/api/v1/webhooks/{id}', { ...webhook, body: { isActive: true } }))).isActive, true);
  expectSame((await must(client.GET('/api/v1/webhooks'))).webhooks.length, 1);
  expectSame((await must(client.POST('/api/v1/webhooks/{id}/test', webhook))).delivered, false);
  const { deliveries } = await must(client.GET('/api/v1/webhooks/{id}/deliveries', { params: { path: { id }, query: { limit: 5 } } }));
  const delivery = { params: { path: { id, deliveryId: deliveries[0]?.id ?? '' } } };
  await must(client.POST('/api/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver', delivery));
  await must(client.DELETE('/api/v1/webhooks/{id}', webhook));

  const { token } = await must(client.POST('/api/v1/messenger/tokens'));
  const secret = { 'X-Messenger-Bot-Api-Secret-Token': platformSecret };
  await must(client.POST('/api/v1/messenger/webhook', { params: { header: secret }, body: linking(token, chatId) }));
  const [chat] = (await must(client.GET('/api/v1/messenger/destinations'))).destinations;
  const ofChat = { params: { path: { id: chat?.id ?? 0 } } };
  await must(client.PATCH('/api/v1/messenger/destinations/{id}', { ...ofChat, body: { isActive: false } }));
  await must(client.DELETE('/api/v1/messenger/destinations/{id}', ofChat));

  expectSame((await must(client.POST('/api/v1/client-keys', { body: clientCode }))).apiKey.startsWith('sp_'), true);

  await must(client.GET('/api/v1/limits'));
  await must(client.GET('/api/v1/openapi.json'));
  expectSame(await must(client.GET('/healthz')), { status: 'ok' });
  expectSame((await must(client.GET('/readyz'))).db, 'connected');
}
