// @ts-check
/** A PostgreSQL database of its own for a measurement, where a server can be reached (TEST_POSTGRES_URL). */
import { randomBytes } from 'node:crypto';
import pg from 'pg';

const SERVER_URL = process.env.TEST_POSTGRES_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

/**
 * @param {{ url: string }} [template] a database without connections, to begin with a copy of
 * @returns {Promise<{ url: string, drop(): Promise<void> }>} rejects when no server can be reached
 */
export async function createPostgres(template) {
  const name = `sealpaste_bench_${randomBytes(6).toString('hex')}`;
  const server = new pg.Client({ connectionString: SERVER_URL });
  await server.connect();
  await server.query(`CREATE DATABASE ${name}${template ? ` TEMPLATE ${new URL(template.url).pathname.slice(1)}` : ''}`);
  const url = new URL(SERVER_URL);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await server.end();
    },
  };
}
