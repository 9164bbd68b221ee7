/** Tests what the operator reads when PostgreSQL can't be reached. */
import { expect, it } from 'vitest';
import { OperatorError } from '../../errors/operator-error';
import { engines } from '../../testing/test-database';
import { connectPostgresql } from './postgresql-connection';

const SERVER = process.env.TEST_POSTGRES_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
const withDatabase = (name: string) => Object.assign(new URL(SERVER), { pathname: `/${name}` }).href;

const CASES: [url: string, expected: RegExp][] = [
  [
    'postgresql://user:a-password@127.0.0.1:1/pastes',
    /^DATABASE_URL: the database pastes on 127\.0\.0\.1, port 1, .* nobody listens there$/,
  ],
  ['postgresql://user:a-password@localhost:1/pastes', /the database pastes on localhost, port 1, .*: nobody listens there$/],
  ['postgresql://user:a-password@/pastes?host=/nowhere', /on \/nowhere, port 5432, .*: there is no such socket$/],
];
if (engines.includes('postgresql')) CASES.push([withDatabase('no_such'), /the database no_such on .*: database "no_such" does not exist$/]);

it.each(CASES)('a database that cannot be reached is named with the reason: %s', async (url, expected) => {
  const error = await connectPostgresql(url).catch((problem: unknown) => problem);
  expect(error).toBeInstanceOf(OperatorError);
  expect((error as Error).message).toMatch(expected);
  expect((error as Error).message).not.toContain('a-password');
});
