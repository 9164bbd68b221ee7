/** The OpenAPI document. The contract suite checks responses against it. */
import { describe, expect, it } from 'vitest';
import { routes } from '#lib/api/routes';
import { document, holdAnswersToDescription, operationsOf } from '../e2e/support/described-answers';

describe('the description of the API', () => {
  it('is OpenAPI 3.1 under the address it is asked at', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: 'https://paste.example' }]);
  });

  it('has every endpoint of the API and no other', () => {
    const described = Object.keys(document.paths ?? {}).flatMap((path) =>
      Object.keys(operationsOf(path)).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const defined = routes.filter(({ path }) => path.startsWith('/api/v1/'));
    expect(defined.length).toBeGreaterThan(20);
    expect(described.sort()).toEqual(defined.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort());
  });

  it('names every operation once, says what it does, and has the errors that any request can meet', () => {
    const operations = Object.keys(document.paths ?? {}).flatMap((path) => Object.values(operationsOf(path)));
    const ids = operations.map((operation) => (operation as { operationId?: string }).operationId);
    expect(new Set(ids).size).toBe(operations.length);
    for (const operation of operations) {
      expect(operation).toMatchObject({ summary: expect.stringMatching(/\S/), description: expect.stringMatching(/\S/) });
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['401', '429', '500', '503']));
    }
  });

  it('leads every reference to something', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name ?? '');
    expect(references.length).toBeGreaterThan(10);
    for (const name of references) expect(document.components?.schemas).toHaveProperty(name);
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
    const release = holdAnswersToDescription();
    try {
      return await globalThis.fetch(`http://localhost${path}`, { method });
    } finally {
      release();
      globalThis.fetch = fetch;
    }
  }

  it.each([
    ['as it should be', 'GET', `/api/v1/pastes/${id}`, 200, paste],
    ['an error', 'GET', `/api/v1/pastes/${id}`, 404, { error: 'Not Found' }],
    ['another method', 'PUT', `/api/v1/pastes/${id}`, 405, { error: 'Method Not Allowed' }],
    ['no path of the API', 'GET', '/raw/x', 299, 'anything'],
  ])('passes: %s', async (_, method, path, status, body) => {
    await expect(hold(method, path, status, body)).resolves.toBeInstanceOf(Response);
  });

  it.each([
    ['a status it does not have', 'GET', `/api/v1/pastes/${id}`, 418, { error: 'x' }, 'not in the description'],
    ['a field too many', 'GET', `/api/v1/pastes/${id}`, 200, { ...paste, ownerId: 1 }, 'additional properties'],
    ['a field missing', 'GET', `/api/v1/pastes/${id}`, 200, { ...paste, viewCount: undefined }, 'viewCount'],
    ['a field of another type', 'GET', `/api/v1/pastes/${id}`, 200, { ...paste, createdAt: 'today' }, 'createdAt'],
    ['an error that is none', 'GET', `/api/v1/pastes/${id}`, 404, { message: 'x' }, 'error'],
    ['a response on an unknown path', 'GET', '/api/v1/nothing', 200, {}, 'not in the description'],
  ])('fails: %s', async (_, method, path, status, body, message) => {
    await expect(hold(method, path, status, body)).rejects.toThrow(message);
  });
});
