import { expect, it } from 'vitest';
import type { ShownField, ShownOperation } from './api-docs-data';
import { PLACEHOLDERS, toRequest } from './request';

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
  needsSession: false,
  parameters: [
    field('publicId', 'path', true, 'abc'),
    field('limit', 'query', false, '20'),
    field('X-Service-Manage-Token', 'header', false, 'example'),
  ],
  body: { type: 'application/json', fields: [], example: '{"ttlSeconds":60}' },
  responses: [],
};

it('placeholders stand for ids, and optional parameters are left out', () => {
  expect(toRequest(OPERATION, 'https://paste.example')).toEqual({
    method: 'POST',
    url: `https://paste.example/api/v1/pastes/${PLACEHOLDERS.publicId}/extend`,
    headers: { 'Content-Type': 'application/json' },
    body: '{"ttlSeconds":60}',
  });
});

it('each example stands where it belongs, encoded, and a missing one as its name', () => {
  const parameters = [
    field('name', 'path', true, 'a/b c'),
    field('kind', 'path', true),
    field('limit', 'query', true, '1&x=2'),
    field('X-Trace', 'header', true, 'trace'),
  ];
  expect(toRequest({ ...OPERATION, method: 'GET', path: '/{name}/{kind}', parameters, body: null }, '')).toEqual({
    method: 'GET',
    url: '/a%2Fb%20c/kind?limit=1%26x%3D2',
    headers: { 'X-Trace': 'trace' },
    body: null,
  });
});
