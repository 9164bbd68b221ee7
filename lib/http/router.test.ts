import { describe, expect, it } from 'vitest';
import { createRouter } from './router';

const PATTERNS = ['/healthz', '/raw/:publicId', '/api/v1/pastes', '/api/v1/pastes/:publicId', '/api/v1/pastes/:publicId/extend', '/api/*'];

/** In an order in which the most general would win if order decided. */
const entries = PATTERNS.toReversed().map((path) => ({ path }));
const match = createRouter(entries);
const found = (path: string) => {
  const result = match(path);
  return result && { pattern: result.entry.path, params: { ...result.params } };
};

describe('a path', () => {
  it.each([
    ['/healthz', '/healthz', {}],
    ['/api/v1/pastes', '/api/v1/pastes', {}],
    ['/api/v1/pastes/abc', '/api/v1/pastes/:publicId', { publicId: 'abc' }],
    ['/api/v1/pastes/abc/extend', '/api/v1/pastes/:publicId/extend', { publicId: 'abc' }],
    ['/raw/abc', '/raw/:publicId', { publicId: 'abc' }],
    ['/api/v1', '/api/*', {}],
    ['/api/v2/pastes', '/api/*', {}],
    ['/api/v1/pastes/abc/other', '/api/*', {}],
    ['/api/v1/pastes/', '/api/*', {}],
    ['/api//v1/pastes', '/api/*', {}],
    ['/api/', '/api/*', {}],
  ])('%s goes to the most particular route: %s', (path, pattern, params) => {
    expect(found(path)).toEqual({ pattern, params });
  });

  it.each([
    '/',
    '',
    '/api',
    '/healthz/',
    '/healthz/x',
    '/raw',
    '/raw/',
    '/raw/a/b',
    '//healthz',
    '/HEALTHZ',
    '/Raw/abc',
    'healthz',
    '/healthzz',
    '/health',
  ])('%j belongs to no route', (path) => {
    expect(found(path)).toBeNull();
  });
});

describe('another spelling of a path', () => {
  it.each([
    ['/%68ealthz', '/healthz', {}],
    ['/%61pi/v1/p%61stes', '/api/v1/pastes', {}],
    ['/api/v1/pastes/%61bc/%65xtend', '/api/v1/pastes/:publicId/extend', { publicId: 'abc' }],
    ['/raw/%C3%A9', '/raw/:publicId', { publicId: 'é' }],
    ['/raw/a%20b', '/raw/:publicId', { publicId: 'a b' }],
  ])('%s cannot get round its route', (path, pattern, params) => {
    expect(found(path)).toEqual({ pattern, params });
  });

  it('is decoded once, not twice', () => {
    expect(found('/raw/%2561')).toEqual({ pattern: '/raw/:publicId', params: { publicId: '%61' } });
    expect(found('/%2568ealthz')).toBeNull();
  });

  it.each(['/raw/%', '/raw/%f', '/raw/%zz', '/raw/%ff', '/api/%c3%28', '/raw/%ed%a0%80'])(
    '%s that decodes to nothing belongs to no route',
    (path) => {
      expect(found(path)).toBeNull();
    },
  );
});

describe('parameters', () => {
  it('with the names of an object of its own are only parameters', () => {
    const odd = createRouter([{ path: '/:constructor/:toString' }]);
    expect(odd('/a/b')?.params).toEqual({ constructor: 'a', toString: 'b' });
    expect(match('/raw/__proto__')?.params).toEqual({ publicId: '__proto__' });
  });

  it('of one request are not those of the next', () => {
    const first = match('/raw/one');
    const second = match('/raw/two');
    expect(first?.params).toEqual({ publicId: 'one' });
    expect(second?.params).toEqual({ publicId: 'two' });
  });
});

describe('a table', () => {
  it('decides the same in whatever order the routes stand', () => {
    const forwards = createRouter(PATTERNS.map((path) => ({ path })));
    for (const path of ['/api/v1/pastes', '/api/v1/pastes/abc', '/api/v1/pastes/abc/extend', '/api/x', '/raw/abc', '/healthz', '/x'])
      expect(forwards(path)?.entry.path).toBe(match(path)?.entry.path);
  });

  it('prefers a fixed segment to a parameter at the same place', () => {
    const table = createRouter([{ path: '/a/:id' }, { path: '/a/list' }]);
    expect(table('/a/list')?.entry.path).toBe('/a/list');
    expect(table('/a/other')?.entry.path).toBe('/a/:id');
  });

  it('without routes has none', () => {
    expect(createRouter([])('/healthz')).toBeNull();
  });
});
