import { expect, it } from 'vitest';
import server from '../package.json' with { type: 'json' };
import client from './package.json' with { type: 'json' };

it('the package has the server’s version and engines and depends on nothing', () => {
  expect(client).toMatchObject({ name: server.name, version: server.version, license: server.license, engines: server.engines });
  expect(Object.keys(client).filter((name) => /dependencies/i.test(name))).toEqual([]);
});
