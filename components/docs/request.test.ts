import { describe, expect, it } from 'vitest';
import type { ShownField, ShownOperation } from './api-docs-data';
import { PLACEHOLDERS, placeholderValues, toRequest } from './request';

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

const values = (parameters: Record<string, string>, body = '') => ({ parameters, body });

it('placeholders stand for ids, and optional parameters are left out', () => {
  expect(placeholderValues(OPERATION)).toEqual({
    parameters: { publicId: PLACEHOLDERS.publicId, limit: '', 'X-Service-Manage-Token': '' },
    body: '{"ttlSeconds":60}',
  });
  expect(placeholderValues({ ...OPERATION, body: null }).body).toBe('');
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
