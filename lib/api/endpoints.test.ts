import { expect, it } from 'vitest';
import type { Services } from '../composition/services';
import { OIDC_CALLBACK_PATH } from '../oidc/oidc.rules';
import { endpoints } from './routes';

it('HEAD is there wherever GET is, but for where GET has an effect', async () => {
  const asked = endpoints.map(async ({ path, respond }) => {
    const response = await respond(new Request('http://localhost/', { method: 'OPTIONS' }), {}, {} as Services);
    const allowed = response.headers.get('allow')?.split(', ') ?? [];
    return allowed.includes('GET') && !allowed.includes('HEAD') ? [path] : [];
  });
  expect((await Promise.all(asked)).flat()).toEqual([OIDC_CALLBACK_PATH]);
});
