import { expect, it } from 'vitest';
import { parseRedisAddress } from './redis-address';

it.each([
  ['redis://:p@redis:6380/1', { kind: 'server', url: 'redis://:p@redis:6380/1' }],
  [
    'redis+sentinel://a:1,b,[2001:db8::1]:3/main',
    {
      kind: 'sentinel',
      nodes: [
        { host: 'a', port: 1 },
        { host: 'b', port: 26379 },
        { host: '2001:db8::1', port: 3 },
      ],
      group: 'main',
      login: {},
      tls: false,
    },
  ],
  [
    'rediss+cluster://sealpaste:p%40ss@a.example:1,b',
    {
      kind: 'cluster',
      nodes: [
        { host: 'a.example', port: 1 },
        { host: 'b', port: 6379 },
      ],
      group: '',
      login: { username: 'sealpaste', password: 'p@ss' },
      tls: true,
    },
  ],
])('reads %s', (url, address) => {
  expect(parseRedisAddress(url)).toEqual(address);
});

it.each([
  'localhost:6379',
  'http://a',
  'redis://',
  'redis+sentinel://a:1',
  'redis+sentinel:///main',
  'redis+cluster://a:1/main',
  'redis+cluster://a:1,',
  'redis+cluster://a:70000',
  'redis+cluster://a b',
])('refuses %s', (url) => {
  expect(parseRedisAddress(url)).toBeNull();
});
