/** Every endpoint parses and refuses requests before its handler runs; definitions of one path become one endpoint. */
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { Principal, SignedIn } from '../accounts/principal';
import type { Services } from '../composition/services';
import { PREFLIGHT_HEADERS } from '../http/headers';
import { collectingLogger } from '../testing/loggers';
import { defineRoute } from './define-route';
import { account, uncounted } from './policies';
import { endpointsOf, routes } from './routes';

const policy = uncounted({ 'X-Policy': 'yes' });
const ANNA = { userId: 1 } as Principal;
const admitting = (principal: Principal | null) => ({ ...policy, admit: () => principal });

/** An endpoint that uses everything, and what its handler was called with. */
function everything(principal: Principal | null) {
  const handle = vi.fn(async () => ({ status: 201, json: { made: true } }) as const);
  const route = defineRoute('PUT', '/things/:id', {
    policy: admitting(principal),
    key: 'needed',
    summary: 'Everything',
    params: z.object({ id: z.string().regex(/^\d+$/).transform(Number) }),
    query: z.object({ limit: z.string().regex(/^\d+$/).optional() }),
    headers: z.object({ 'X-Thing': z.string().optional() }),
    body: z.object({ name: z.string() }),
    responses: { 201: { description: 'Made.', schema: z.strictObject({ made: z.boolean() }) } },
    handle,
  });
  const [endpoint] = endpointsOf([route]);
  async function put(id: string, query: string, body: unknown) {
    const headers = { 'Content-Type': 'application/json', 'X-Thing': 'thing' };
    const request = new Request(`http://localhost/things/${id}${query}`, { method: 'PUT', headers, body: JSON.stringify(body) });
    const response = await endpoint?.respond(request, { id }, { log: collectingLogger().log } as Services);
    return { status: response?.status, body: await response?.json(), headers: response?.headers };
  }
  return { handle, put };
}

describe('an endpoint for signed-in browsers', () => {
  const fresh = { ...ANNA, sessionId: 'session', isConfirmed: true } as SignedIn;
  const stale = { ...fresh, isConfirmed: false };

  it.each([
    ['needed', null, 401, 'unauthorized'],
    ['needed', { ...ANNA, keyId: 'key' }, 403, 'session_required'],
    ['needed', stale, 200, undefined],
    ['confirmed', { ...ANNA, keyId: 'key' }, 403, 'session_required'],
    ['confirmed', stale, 403, 'confirmation_required'],
    ['confirmed', fresh, 200, undefined],
  ] as const)('where a session is %s, somebody like %o gets %i', async (session, principal, status, code) => {
    const responses = { 200: { description: 'Done.', schema: z.strictObject({ code: z.string().optional() }) } };
    const [endpoint] = endpointsOf([
      defineRoute('POST', '/x', {
        policy: admitting(principal),
        session,
        summary: 'x',
        responses,
        handle: async () => ({ json: {} }),
      }),
    ]);
    const services = { log: collectingLogger().log } as Services;
    const response = await endpoint?.respond(new Request('http://localhost/x', { method: 'POST' }), {}, services);
    expect([response?.status, await response?.json()]).toMatchObject([status, code === undefined ? {} : { code }]);
  });

  it('all of them, and no others, are counted apart from what a key can use up', () => {
    expect(routes.filter(({ session, policy }) => (session !== undefined) !== (policy === account)).map(({ path }) => path)).toEqual([]);
  });
});

describe('a request', () => {
  it('a request reaches its handler parsed, and its result is sent as JSON', async () => {
    const { handle, put } = everything(ANNA);
    const { status, body, headers } = await put('7', '?limit=5', { name: 'n', other: 1 });
    expect([status, body, headers?.get('content-type'), headers?.get('x-policy')]).toEqual([
      201,
      { made: true },
      'application/json; charset=utf-8',
      'yes',
    ]);
    const [[call]] = handle.mock.calls as unknown as [[{ header(name: string): string | null }]];
    expect(call).toMatchObject({ params: { id: 7 }, query: { limit: '5' }, body: { name: 'n' }, principal: ANNA });
    expect(call.header('X-Thing')).toBe('thing');
  });

  it.each([
    ['the missing key', null, 'x', '?limit=x', {}, 401, { error: 'Unauthorized', code: 'unauthorized' }],
    ['the path', ANNA, 'x', '?limit=x', {}, 404, { error: 'Not Found', code: 'not_found' }],
    ['the query', ANNA, '7', '?limit=x', {}, 400, { details: [{ path: ['limit'] }] }],
    ['the body', ANNA, '7', '', {}, 400, { details: [{ path: ['name'], message: 'Required' }] }],
  ])('a request is refused for the first thing wrong: %s', async (_, principal, id, query, body, status, refusal) => {
    const { handle, put } = everything(principal);
    expect(await put(id, query, body)).toMatchObject({ status, body: refusal });
    expect(handle).not.toHaveBeenCalled();
  });
});

describe('definitions', () => {
  const thing = (method: 'GET' | 'POST', ofPolicy = policy) =>
    defineRoute(method, '/things', {
      policy: ofPolicy,
      summary: 'Things',
      responses: { 200: { description: 'Them.', schema: z.strictObject({ things: z.int() }) } },
      handle: async () => ({ status: 200, json: { things: 1 } }),
    });

  it('definitions of one path are one endpoint, whose Allow is their methods', async () => {
    const [endpoint, ...others] = endpointsOf([thing('POST'), thing('GET')]);
    const response = await endpoint?.respond(new Request('http://localhost/things', { method: 'OPTIONS' }), {}, {} as Services);
    expect([others, response?.headers.get('allow')]).toEqual([[], 'GET, HEAD, POST, OPTIONS']);
  });

  it('two definitions of a method, or two policies of a path, are refused', () => {
    expect(() => endpointsOf([thing('GET'), thing('GET')])).toThrow('expected one definition of GET /things');
    expect(() => endpointsOf([thing('GET'), thing('POST', uncounted({}))])).toThrow('with the policy of its path');
  });

  it('a preflight allows every header that an endpoint of the API reads', () => {
    const read = routes.filter(({ policy }) => policy.preflight).flatMap(({ headers }) => Object.keys(headers?.shape ?? {}));
    const allowed = PREFLIGHT_HEADERS['Access-Control-Allow-Headers']?.split(', ');
    expect(allowed).toEqual(expect.arrayContaining(['Content-Type', 'X-Api-Key', 'Authorization', 'Idempotency-Key', ...read]));
  });

  it('definitions that need or take a key have a policy that looks at it', () => {
    const withoutKey = routes.filter(({ key, policy }) => key !== undefined && policy.admit.toString() === uncounted({}).admit.toString());
    expect(withoutKey).toEqual([]);
  });
});
