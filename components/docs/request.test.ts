import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ShownField, ShownOperation } from './api-docs-data';
import { initialValues, toRequest } from './request';
import { MAX_SHOWN_CHARACTERS, sendRequest } from './try-out';

const field = (name: string, place: ShownField['place'], isRequired = false, example = ''): ShownField => ({
  name,
  place,
  isRequired,
  example,
  type: 'string',
  description: '',
});

const OPERATION: ShownOperation = {
  id: 'extendPaste',
  method: 'POST',
  path: '/api/v1/pastes/{publicId}/extend',
  summary: '',
  description: '',
  needsKey: false,
  parameters: [
    field('publicId', 'path', true, 'abc'),
    field('limit', 'query', false, '20'),
    field('X-Service-Manage-Token', 'header', false, 'example'),
  ],
  body: { type: 'application/json', fields: [], example: '{"ttlSeconds":60}' },
  responses: [],
};

const values = (parameters: Record<string, string>, body = '') => ({ parameters, body });

describe('initialValues', () => {
  it('initialValues has examples of what is required, and leaves out the rest', () => {
    expect(initialValues(OPERATION)).toEqual({
      parameters: { publicId: 'abc', limit: '', 'X-Service-Manage-Token': '' },
      body: '{"ttlSeconds":60}',
    });
    expect(initialValues({ ...OPERATION, body: null }).body).toBe('');
  });
});

describe('toRequest', () => {
  it('toRequest puts each value where it belongs, encoded', () => {
    const filled = values({ publicId: 'a/b c', limit: '1&x=2', 'X-Service-Manage-Token': 'token' }, '{}');
    expect(toRequest(OPERATION, 'https://paste.example', filled, 'key')).toEqual({
      method: 'POST',
      url: 'https://paste.example/api/v1/pastes/a%2Fb%20c/extend?limit=1%26x%3D2',
      headers: { 'X-Api-Key': 'key', 'X-Service-Manage-Token': 'token', 'Content-Type': 'application/json' },
      body: '{}',
    });
  });

  it('toRequest leaves out what is empty, and names what is missing in the path', () => {
    expect(toRequest({ ...OPERATION, method: 'GET', body: null }, '', values({ publicId: '' }), '')).toEqual({
      method: 'GET',
      url: '/api/v1/pastes/publicId/extend',
      headers: {},
      body: null,
    });
  });
});

describe('sendRequest', () => {
  afterEach(() => vi.unstubAllGlobals());

  const response = (text: string, init: ResponseInit = {}) => {
    const fetchStub = vi.fn(async (_url: string, _init: RequestInit) => new Response(text, init));
    vi.stubGlobal('fetch', fetchStub);
    return fetchStub;
  };
  const request = { method: 'POST', url: '/x', headers: {}, body: '{}' };

  it('sendRequest shows status, headers and the body, indented where it is JSON', async () => {
    response('{"a":[1]}', { status: 201, statusText: 'Created', headers: { 'X-Request-Id': 'r1' } });
    expect(await sendRequest(request)).toMatchObject({
      status: 201,
      statusText: 'Created',
      headers: expect.arrayContaining([['x-request-id', 'r1']]),
      body: '{\n  "a": [\n    1\n  ]\n}',
      bodyCharacters: 9,
    });
    response('no JSON {');
    expect(await sendRequest(request)).toMatchObject({ body: 'no JSON {' });
  });

  it.each([
    [MAX_SHOWN_CHARACTERS, MAX_SHOWN_CHARACTERS],
    [MAX_SHOWN_CHARACTERS + 1, MAX_SHOWN_CHARACTERS],
  ])('sendRequest of a body of %i characters shows %i', async (characters, shown) => {
    response('x'.repeat(characters));
    const { body, bodyCharacters } = await sendRequest(request);
    expect([body.length, bodyCharacters]).toEqual([shown, characters]);
  });

  it('sendRequest sends no cookie along with a key, and follows no redirect', async () => {
    const fetchStub = response('');
    await sendRequest({ ...request, headers: { 'X-Api-Key': 'key' } });
    await sendRequest({ ...request, method: 'GET', body: null });
    expect(fetchStub.mock.calls.map(([, init]) => [init.credentials, init.redirect, init.body])).toEqual([
      ['omit', 'error', '{}'],
      ['same-origin', 'error', undefined],
    ]);
  });
});
