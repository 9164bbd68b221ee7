// @ts-check
/**
 * The reference program, to compare figures with: the most that this stack (node:http, the same SQLite driver, AES-256-GCM) can do
 * for a paste service. It stores and reads encrypted pastes as durably as Sealpaste (WAL, synchronous=FULL) and does
 * nothing else: no validation, limits, expiry, log or protective headers. Not for use.
 *
 * `node bench/reference.mjs DATABASE_FILE PORT`: POST /p {"content"} → 201 {"id"}; GET /p/ID → {"id","created","content"}.
 */
import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { DatabaseSync } from '@photostructure/sqlite';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const [file = 'reference.db', port = '0'] = process.argv.slice(2);
// An object: Node 24 takes three times as long for a cipher whose key is bytes.
const key = createSecretKey(randomBytes(32));
const database = new DatabaseSync(file);
database.exec('PRAGMA journal_mode = WAL');
database.exec('PRAGMA synchronous = FULL');
database.exec('CREATE TABLE IF NOT EXISTS pastes (id TEXT NOT NULL PRIMARY KEY, created INTEGER NOT NULL, sealed BLOB NOT NULL)');
const insert = database.prepare('INSERT INTO pastes (id, created, sealed) VALUES (?, ?, ?)');
const select = database.prepare('SELECT created, sealed FROM pastes WHERE id = ?');
// A database that nothing names is collected, and its statements end with it.
process.once('exit', () => database.close());

const server = createServer((request, response) => {
  if (request.method === 'POST') {
    /** @type {Buffer[]} */
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => create(JSON.parse(Buffer.concat(chunks).toString('utf8')).content, response));
  } else read((request.url ?? '').slice('/p/'.length), response);
});
server.listen(Number(port), '127.0.0.1');

/**
 * @param {string} content
 * @param {import('node:http').ServerResponse} response
 */
function create(content, response) {
  const id = randomBytes(18).toString('base64url');
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const encrypted = cipher.update(content, 'utf8');
  cipher.final();
  insert.run(id, Date.now(), Buffer.concat([nonce, cipher.getAuthTag(), encrypted]));
  respond(response, 201, { id });
}

/**
 * @param {string} id
 * @param {import('node:http').ServerResponse} response
 */
function read(id, response) {
  const row = /** @type {{ created: number, sealed: Buffer } | undefined} */ (select.get(id));
  if (!row) return respond(response, 404, { error: 'Not Found' });
  const { created, sealed } = row;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const content = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
  decipher.final();
  respond(response, 200, { id, created, content: content.toString('utf8') });
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {unknown} value
 */
function respond(response, status, value) {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  response.end(body);
}
