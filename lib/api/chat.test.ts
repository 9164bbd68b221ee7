/** Responses to the chat platforms, each held to the API's document. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import {
  DISCORD_KEY,
  discordPing,
  MATTERMOST_TOKEN,
  type PlatformRequest,
  privateText,
  SENDS,
  SLACK_SECRET,
} from '../testing/fake-slash-platforms';
import { endpointsOf, routes } from './routes';

const at = endpointsByPath(endpointsOf(routes));
const PLATFORMS = ['slack', 'discord', 'mattermost'] as const;

const post = ({ platform, headers, body }: PlatformRequest) => send(at(`/api/v1/chat/${platform}`), { headers, text: body.toString() });

let services: Awaited<ReturnType<typeof openTestServices>>;

describe('without a platform', () => {
  beforeAll(async () => {
    services = await openTestServices();
  });
  afterAll(() => services.end());

  it.each(PLATFORMS)('a command from %s is not found', async (platform) => {
    expect(await post(SENDS[platform]({ text: 'help' }))).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('with all platforms', () => {
  beforeAll(async () => {
    services = await openTestServices({ SLACK_SIGNING_SECRET: SLACK_SECRET, DISCORD_PUBLIC_KEY: DISCORD_KEY, MATTERMOST_TOKEN });
  });
  afterAll(() => services.end());

  it.each(PLATFORMS)('a command from %s gets its reply, and a second time 401', async (platform) => {
    const request = SENDS[platform]({ text: 'help' });
    const { status, body } = await post(request);
    expect({ status, text: privateText(platform, body) }).toMatchObject({ status: 200, text: expect.stringContaining('link TOKEN') });
    expect(await post(request)).toMatchObject({ status: 401, body: { error: 'Unauthorized', code: 'chat_request_refused' } });
  });

  it.each(PLATFORMS)('a body from %s that is too large is refused before it is checked', async (platform) => {
    expect(await post(SENDS[platform]({ text: 'x'.repeat(300_000) }))).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
  });

  it('a ping of Discord gets a pong', async () => {
    expect(await post(discordPing())).toMatchObject({ status: 200, body: { type: 1 } });
  });
});
