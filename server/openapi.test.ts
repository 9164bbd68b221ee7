/** The OpenAPI document. The tests of endpoints check their responses against it. */
import { describe, expect, it } from 'vitest';
import { routes } from '#lib/api/routes';
import { document, holdFetchToDescription, operationsOf } from '#lib/api/testing/described-responses';

interface SchemaOf {
  properties?: Record<string, { type?: unknown; anyOf?: { type?: unknown }[]; enum?: unknown[] }>;
  required?: string[];
}

describe('the description of the API', () => {
  it('is OpenAPI 3.1 under the address it is asked at', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: 'https://paste.example' }]);
  });

  it('has every endpoint of the API, uploads, raw content, health, and no other', () => {
    const described = Object.keys(document.paths ?? {}).flatMap((path) =>
      Object.keys(operationsOf(path)).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const defined = routes.filter(({ path }) => path.startsWith('/api/v1/'));
    expect(defined.length).toBeGreaterThan(20);
    const ofApi = defined.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    const beside = ['GET /raw/{publicId}', 'HEAD /raw/{publicId}', 'GET /healthz', 'GET /readyz', 'PUT /account/mail'];
    const uploads = ['PUT /', 'POST /', 'PUT /{name}', 'POST /documents', 'GET /documents/{publicId}', 'GET /help.txt'];
    expect(described.sort()).toEqual([...ofApi, ...beside, ...uploads].sort());
  });

  it('has patterns that every engine of regular expressions reads', () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\\\]|\\\\.)*")/g)].map(
      ([, text = '']) => JSON.parse(text) as string,
    );
    expect(patterns.length).toBeGreaterThan(10);
    expect(patterns.filter((pattern) => /\\p\{/i.test(pattern))).toEqual([]);
  });

  it('each API operation has a unique name, a description and the common errors', () => {
    const operations = Object.keys(document.paths ?? {}).flatMap((path) => Object.values(operationsOf(path)));
    const ids = operations.map((operation) => (operation as { operationId?: string }).operationId);
    expect(new Set(ids).size).toBe(operations.length);
    for (const operation of operations) {
      expect(operation).toMatchObject({ summary: expect.stringMatching(/\S/), description: expect.stringMatching(/\S/) });
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['408', '431', '500', '503']));
    }
  });

  it('the API documents rate limits and 401 exactly where they apply', () => {
    const documented = routes.filter((route) => route.operationId !== undefined);
    expect(new Set(documented.map(({ policy }) => policy.isRateLimited)).size).toBe(2);
    for (const { method, path, policy } of documented) {
      const operation = operationsOf(path.replace(/:(\w+)/g, '{$1}'))[method.toLowerCase()];
      const success = Object.entries(operation?.responses ?? {}).find(([status]) => status.startsWith('2'))?.[1];
      const headers = Object.keys((success as { headers?: object }).headers ?? {});
      const expected = policy.isRateLimited ? ['RateLimit', 'RateLimit-Policy'] : [];
      expect([path, headers.filter((name) => name.startsWith('RateLimit')).sort()]).toEqual([path, expected]);
      const isSigned = path.startsWith('/api/v1/chat/');
      expect([path, operation?.responses[401] !== undefined]).toEqual([path, policy.isRateLimited || isSigned || path.startsWith('/raw/')]);
      if (policy.isRateLimited) expect(operation).toHaveProperty('responses.429');
    }
  });

  it('the API describes what any request can meet, with its headers', () => {
    const inJson = { 'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Error' }, {}] } } };
    expect(operationsOf('/api/v1/pastes').get?.responses).toMatchObject({
      408: { content: inJson },
      429: { headers: { 'Retry-After': {}, RateLimit: {}, 'RateLimit-Policy': {} }, content: inJson },
      431: { content: inJson },
    });
  });

  it('has no body in a response to HEAD', () => {
    const heads = Object.keys(document.paths ?? {}).flatMap((path) => Object.values(operationsOf(path).head?.responses ?? {}));
    expect(heads.length).toBeGreaterThan(5);
    for (const response of heads) {
      expect(response).not.toHaveProperty('content');
      expect(response).not.toHaveProperty('$ref');
    }
  });

  it('a body with null in every optional field is one that the document allows', () => {
    for (const { body, streamedBody, path } of routes) {
      const { id } = (body ?? streamedBody)?.meta() ?? {};
      const { properties = {}, required = [] } = (document.components?.schemas?.[id ?? ''] ?? {}) as SchemaOf;
      const optional = Object.entries(properties).filter(([name]) => !required.includes(name));
      for (const [name, { type, anyOf, enum: values }] of optional) {
        const isTaken = [type].flat().includes('null') || anyOf?.some((each) => each.type === 'null');
        expect([path, name, isTaken, values?.includes(null) ?? true]).toEqual([path, name, true, true]);
      }
    }
  });

  it('leads every reference to something', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, place]) => (place ?? '').split('/'));
    expect(new Set(references.map(([, kind]) => kind))).toEqual(new Set(['schemas', 'headers']));
    for (const place of references) expect(document).toHaveProperty(place);
  });
});

describe('a response that the document does not allow fails its test', () => {
  const id = 'A'.repeat(24);
  const paste = {
    publicId: id,
    title: '',
    syntax: 'plaintext',
    content: 'x',
    isE2ee: false,
    burnAfterRead: false,
    viewCount: 1,
    expiresAt: null,
    createdAt: '2026-01-01T00:00:00.000Z',
  };

  async function hold(method: string, path: string, status: number, body: unknown): Promise<unknown> {
    const { fetch } = globalThis;
    globalThis.fetch = async () => Response.json(body, { status });
    const release = holdFetchToDescription();
    try {
      return await globalThis.fetch(`http://localhost${path}`, { method });
    } finally {
      release();
      globalThis.fetch = fetch;
    }
  }

  it.each([
    ['as it should be', 'GET', `/api/v1/pastes/${id}`, 200, paste],
    ['an error', 'GET', `/api/v1/pastes/${id}`, 404, { error: 'Not Found', code: 'not_found' }],
    ['a redirect', 'GET', `/api/v1/pastes/${id}`, 303, null],
    ['too many requests', 'GET', `/api/v1/pastes/${id}`, 429, { error: 'Too Many Requests', code: 'rate_limited' }],
    ['another method', 'PUT', `/api/v1/pastes/${id}`, 405, { error: 'Method Not Allowed', code: 'method_not_allowed' }],
    ['no path of the API', 'GET', '/raw/x', 299, 'anything'],
  ])('passes: %s', async (_, method, path, status, body) => {
    await expect(hold(method, path, status, body)).resolves.toBeInstanceOf(Response);
  });

  it.each([
    ['a status it does not have', 'GET', `/api/v1/pastes/${id}`, 418, { error: 'x' }, 'not in the description'],
    ['a field too many', 'GET', `/api/v1/pastes/${id}`, 200, { ...paste, ownerId: 1 }, 'additional properties'],
    ['a field missing', 'GET', `/api/v1/pastes/${id}`, 200, { ...paste, viewCount: undefined }, 'viewCount'],
    ['a field of another type', 'GET', `/api/v1/pastes/${id}`, 200, { ...paste, createdAt: 'today' }, 'createdAt'],
    ['too many requests without an error', 'GET', `/api/v1/pastes/${id}`, 429, { message: 'x' }, 'error'],
    ['an error without a code', 'GET', `/api/v1/pastes/${id}`, 404, { error: 'Not Found' }, 'code'],
    ['a code that the operation does not declare', 'GET', `/api/v1/pastes/${id}`, 404, { error: 'x', code: 'no_room' }, 'code'],
    ['a code of another status', 'GET', `/api/v1/pastes/${id}`, 404, { error: 'x', code: 'read_token_required' }, 'code'],
    ['another code of a shared response', 'GET', `/api/v1/pastes/${id}`, 429, { error: 'x', code: 'not_found' }, 'code'],
    ['another code for an unknown path', 'GET', '/api/v1/nothing', 404, { error: 'x', code: 'validation' }, 'code'],
    ['an error that is none', 'GET', `/api/v1/pastes/${id}`, 404, { message: 'x' }, 'error'],
    ['a response on an unknown path', 'GET', '/api/v1/nothing', 200, {}, 'not in the description'],
  ])('fails: %s', async (_, method, path, status, body, message) => {
    await expect(hold(method, path, status, body)).rejects.toThrow(message);
  });
});
