import { describe, expect, it, vi } from 'vitest';
import type { Principal } from '../accounts/principal';
import type { Services } from '../composition/services';
import { DatabaseUnavailableError } from '../db/database';
import { type RequestContext, requestContext, setRequestContext } from '../http/context';
import {
  ClientGoneError,
  ForbiddenError,
  HTTP_ERRORS,
  isNotFoundError,
  NotFoundError,
  PayloadTooLargeError,
  PublicError,
  ServiceUnavailableError,
  TooManyRequestsError,
  UnauthorizedError,
  ValidationError,
} from '../http/errors';
import type { HandledMethod } from '../http/headers';
import { json, type Reply } from '../http/reply';
import type { Logger } from '../log/logger';
import { collectingLogger } from '../testing/loggers';
import { UnknownMasterKeyError } from '../vault/keyring';
import { createEndpoint, type Responder } from './endpoint';
import { type Policy, uncounted } from './policies';

const REQUEST_ID = '00000000-0000-4000-8000-000000000000';

type Admit = Policy['admit'];
type Handlers = Partial<Record<HandledMethod, Responder['run']>>;
const ANNA = { userId: 1 } as Principal;

const servicesWith = (log: Logger) => ({ log }) as Services;

/** An endpoint of these handlers, whose GET has an effect and so makes no HEAD. */
const endpointOf = (policy: Policy, handlers: Handlers) =>
  createEndpoint(
    '/x/:id',
    Object.entries(handlers).map(([method, run]) => ({ method: method as HandledMethod, policy, run, hasEffect: true })),
  );

interface Settings {
  admit?: Admit;
  context?: Partial<RequestContext>;
  preflight?: Record<string, string>;
}

/** Sends one request to an endpoint of these handlers. */
async function ask(handlers: Handlers, method = 'GET', { admit = () => ANNA, context, preflight = {} }: Settings = {}) {
  const { log, lines } = collectingLogger();
  const { respond } = endpointOf({ ...uncounted({ 'X-Always': 'yes' }, preflight), admit }, handlers);
  const request = new Request('http://localhost/x', { method });
  setRequestContext(request, { requestId: REQUEST_ID, clientAddress: null, route: '/x', ...context });
  const response = await respond(request, { id: '1' }, servicesWith(log));
  return { response, status: response.status, body: await response.text().catch((error: unknown) => error), lines, request };
}

const reading = (handle: () => Promise<Reply>): Handlers => ({ GET: handle });
const failing = (error: unknown) => reading(() => Promise.reject(error));

describe('endpoint', () => {
  it('an endpoint gives the handler request and principal, and sends all headers', async () => {
    const handle = vi.fn(async () => json(201, { made: true }, { 'X-Own': 'own' }));
    const admit: Admit = async (_, headers) => {
      headers['X-Prepared'] = 'prepared';
      return ANNA;
    };
    const { response, body, request } = await ask({ POST: handle }, 'POST', { admit });
    const arrival = expect.objectContaining({ request, params: { id: '1' }, context: requestContext(request) });
    expect(handle.mock.calls).toEqual([[arrival, ANNA]]);
    expect([response.status, body]).toEqual([201, '{"made":true}']);
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'x-always': 'yes',
      'x-own': 'own',
      'x-prepared': 'prepared',
      'content-length': '13',
      'x-request-id': REQUEST_ID,
    });
  });

  it('an endpoint responds 405 to a method without handler, HEAD too', async () => {
    const GET = vi.fn(async () => json(200, {}));
    for (const method of ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const { response, body } = await ask({ GET }, method);
      expect([method, response.status, response.headers.get('allow'), body]).toEqual([
        method,
        405,
        'GET, OPTIONS',
        '{"error":"Method Not Allowed","code":"method_not_allowed"}',
      ]);
    }
    expect(GET).not.toHaveBeenCalled();
  });

  it('an endpoint responds to an unknown method with 405, too', async () => {
    const { response, body } = await ask(
      reading(async () => json(200, {})),
      'PROPFIND',
    );
    expect([response.status, body]).toEqual([405, '{"error":"Method Not Allowed","code":"method_not_allowed"}']);
    expect(Object.fromEntries(response.headers)).toMatchObject({ allow: 'GET, OPTIONS', 'cache-control': 'no-store', 'x-always': 'yes' });
  });

  it('an endpoint responds to OPTIONS without admitting or handling anything', async () => {
    const admit = vi.fn(async () => null);
    const handle = vi.fn(async () => json(200, {}));
    const handlers = { GET: handle, HEAD: handle, DELETE: handle };
    const { response, body } = await ask(handlers, 'OPTIONS', { admit, preflight: { 'X-Preflight': 'yes' } });
    expect([response.status, body]).toEqual([204, '']);
    expect(Object.fromEntries(response.headers)).toEqual({
      allow: 'GET, HEAD, DELETE, OPTIONS',
      'x-always': 'yes',
      'x-preflight': 'yes',
      'x-request-id': REQUEST_ID,
    });
    expect([admit.mock.calls, handle.mock.calls]).toEqual([[], []]);
  });

  it('endpoint refuses by what admitting throws, and the handler is not run', async () => {
    const GET = vi.fn(async () => json(200, {}));
    const { status } = await ask({ GET }, 'GET', { admit: () => Promise.reject(new UnauthorizedError()) });
    expect([status, GET.mock.calls]).toEqual([401, []]);
  });

  it('endpoint keeps headers that were added before a failure', async () => {
    const admit: Admit = async (_, headers) => {
      headers.RateLimit = 'none left';
      throw new TooManyRequestsError(7);
    };
    const { response } = await ask({ GET: vi.fn() }, 'GET', { admit });
    expect([response.headers.get('ratelimit'), response.headers.get('retry-after')]).toEqual(['none left', '7']);
  });

  it.each([
    [
      new ValidationError([{ path: ['a'], message: 'Required' }]),
      400,
      { error: 'Validation Error', code: 'validation', details: [{ path: ['a'], message: 'Required' }] },
    ],
    [new ClientGoneError(), 400, { error: 'Bad Request', code: 'bad_request' }],
    [new UnauthorizedError(), 401, { error: 'Unauthorized', code: 'unauthorized' }],
    [new ForbiddenError(), 403, { error: 'Forbidden', code: 'forbidden' }],
    [new NotFoundError(), 404, { error: 'Not Found', code: 'not_found' }],
    [
      new PayloadTooLargeError({ path: [], message: 'm' }),
      413,
      { error: 'Payload Too Large', code: 'body_too_large', details: [{ path: [], message: 'm' }] },
    ],
    [new TooManyRequestsError(1), 429, { error: 'Too Many Requests', code: 'rate_limited' }],
    [
      new PublicError(HTTP_ERRORS.forbidden, { fields: { protectedHeader: 'h' } }),
      403,
      { error: 'Forbidden', code: 'forbidden', protectedHeader: 'h' },
    ],
  ])('endpoint maps %s to its status and public fields, without a log line (case %#)', async (error, status, shown) => {
    const { response, body, lines } = await ask(failing(error));
    expect([response.status, JSON.parse(String(body)), lines]).toEqual([status, shown, []]);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it.each([
    new ServiceUnavailableError({ cause: new Error('why') }),
    new DatabaseUnavailableError('gone'),
    new UnknownMasterKeyError('0'.repeat(16)),
  ])('an endpoint responds to what may work later with 503, and logs it (case %#)', async (error) => {
    const { response, body, lines } = await ask(failing(error));
    expect([response.status, body, response.headers.get('retry-after')]).toEqual([
      503,
      '{"error":"Service Unavailable","code":"unavailable"}',
      '5',
    ]);
    expect(lines).toEqual([{ level: 'error', fields: { err: error, requestId: REQUEST_ID, route: '/x' }, message: 'request failed' }]);
  });

  it('an endpoint responds to a full store with 507, without a log line', async () => {
    const { status, lines } = await ask(
      failing(new PublicError({ code: 'full', status: 507, error: 'Insufficient Storage', meaning: '' })),
    );
    expect([status, lines]).toEqual([507, []]);
  });

  it.each([new Error('SELECT secret FROM keys'), new TypeError('x is not a function'), 'a text', null, undefined, { status: 404 }])(
    'an endpoint logs an unknown failure and responds with a bare 500 (case %#)',
    async (error) => {
      const { response, body, lines } = await ask(failing(error));
      expect([response.status, body]).toEqual([500, '{"error":"Internal Server Error","code":"internal_error"}']);
      expect(response.headers.get('x-request-id')).toBe(REQUEST_ID);
      expect(lines).toEqual([{ level: 'error', fields: { err: error, requestId: REQUEST_ID, route: '/x' }, message: 'request failed' }]);
    },
  );

  it('endpoint ends a connection whose body was not read, except on our own server', async () => {
    const unread = failing(new PayloadTooLargeError({ path: [], message: 'm' }));
    expect((await ask(unread)).response.headers.get('connection')).toBe('close');
    expect((await ask(failing(new NotFoundError()))).response.headers.has('connection')).toBe(false);
    const incoming = {} as NonNullable<RequestContext['incoming']>;
    expect((await ask(unread, 'GET', { context: { incoming } })).response.headers.has('connection')).toBe(false);
  });

  it('endpoint logs a body that breaks off, and breaks off the response', async () => {
    const failure = new Error('disk gone');
    async function* body() {
      yield Buffer.from('begin');
      throw failure;
    }
    const { lines, body: received } = await ask(reading(async () => ({ status: 200, body: body() })));
    await vi.waitFor(() => expect(lines).toHaveLength(1));
    expect(lines).toEqual([
      { level: 'error', fields: { err: failure, requestId: REQUEST_ID, route: '/x' }, message: 'response broken off' },
    ]);
    expect(received).toBe(failure);
  });

  it('endpoint gives a request of a host without context an id of its own', async () => {
    const { log } = collectingLogger();
    const { respond } = endpointOf(
      uncounted({}),
      reading(async () => json(200, {})),
    );
    const [first, second] = [new Request('http://localhost'), new Request('http://localhost')];
    const { headers } = await respond(first, {}, servicesWith(log));
    expect(headers.get('x-request-id')).toBe(requestContext(first).requestId);
    expect(requestContext(first)).toMatchObject({ clientAddress: null });
    expect(requestContext(second).requestId).not.toBe(requestContext(first).requestId);
  });
});

describe('isNotFoundError', () => {
  it('isNotFoundError knows the error of another copy of the module, too', () => {
    class NotFoundErrorOfPages extends Error {
      override readonly name = 'NotFoundError';
    }
    expect([new NotFoundError(), new NotFoundErrorOfPages()].map(isNotFoundError)).toEqual([true, true]);
    expect([new ForbiddenError(), { name: 'NotFoundError' }, null].map(isNotFoundError)).toEqual([false, false, false]);
  });
});
