/** All commands against a server that lies in every field of every response. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { check, type JsonSchema } from '../lib/client/json-schema-check';
import * as operations from '../lib/client/operations.generated';
import { ESCAPES, honest, type Lie, liesAbout } from '../lib/client/testing/lies';
import { type LyingServer, type OperationName, type Said, startLyingServer } from '../lib/client/testing/lying-server';
import { createRequestKeys, type PublicJwk, thumbprintOf } from '../lib/envelope/answer-keys';
import { sealAnswer } from '../lib/envelope/answer-seal';
import { sealPaste } from '../lib/envelope/envelope-seal';
import { MAX_CODE_KEYS } from '../lib/requests/request.rules';
import { showRun } from './testing/show-run';

const CODE = '7KQ4M2XP';
// Each key has the same code at once. lib/envelope proves the real computation.
vi.mock(import('../lib/envelope/request-code'), async (original) => ({ ...(await original()), codeOf: async () => CODE }));

const ID = 'yTFk30gcJuVvqs9M2GbEeXnA';
const JOSE = { 'Content-Type': 'application/jose' };

let server: LyingServer;
let root: string;
let home: string;
let asker: PublicJwk;
let sealed: { envelope: string; key: string };
/** The content of a paste; null: an answer to the latest request. */
let content: Said | null = null;

beforeAll(async () => {
  ({ publicKey: asker } = await createRequestKeys());
  sealed = await sealPaste({ content: 'text', title: '', syntax: '', files: [] }, {});
  let [requested, vault] = [asker, ''];
  const withKey = (value: unknown, publicKey: PublicJwk) => ({ ...(value as object), publicKey });
  const listed = honest(operations.listAnswers.response) as { request: object; answers: object[] };
  server = await startLyingServer({
    createRequest({ body }) {
      if (body !== null) ({ publicKey: requested, vault } = body as { publicKey: PublicJwk; vault: string });
      return { body: JSON.stringify(honest(operations.createRequest.response)) };
    },
    readRequest: () => ({
      body: JSON.stringify({ ...withKey(honest(operations.readRequest.response), asker), answersLeft: 1, sealed: null }),
    }),
    readCode: () => ({ body: JSON.stringify(withKey(honest(operations.readCode.response), asker)) }),
    listAnswers: () => ({ body: JSON.stringify({ ...listed, vault, request: { ...withKey(listed.request, requested), state: 'full' } }) }),
    readContent: async () =>
      content ?? { headers: JOSE, body: await sealAnswer({ content: 'text', title: '', syntax: '', files: [] }, requested) },
  });
});
afterAll(() => server.close());

beforeEach(() => {
  // Colours are control characters of the program's own.
  vi.stubEnv('NO_COLOR', '1');
  root = mkdtempSync(join(tmpdir(), 'sealpaste-lies-'));
  home = join(root, 'home');
  mkdirSync(join(home, '.ssh'), { recursive: true });
  for (const file of ['.ssh/authorized_keys', '.bashrc', 'text']) writeFileSync(join(home, file), 'mine');
  content = { headers: JOSE, body: sealed.envelope };
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

const show = (argv: readonly string[], isTerminal = true) =>
  showRun(argv, { HOME: home, SEALPASTE_URL: server.url }, { isTerminal, input: 'sp_key\n' });

const CONTROLS = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
/** Whether there are control characters, other than those with which the program rewrites its own line. */
const hasControls = (text: string) => CONTROLS.test(text.replaceAll('\r\u001b[K', ''));

/** Every file with its content, except in the program's own folders. */
function othersFiles(): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\.(config|local\/state)\/sealpaste/.test(path) && statSync(path).isFile())
    .map((path) => `${relative(root, path)} ${readFileSync(path, 'utf8')}`)
    .sort();
}

/** Names of the program's own files, which a server may not choose. */
const OWN_FILE = /^(config\.json|history\.jsonl|(claims|requests)(\/[0-9A-Za-z]{24})?)$/;
function ownFiles(): string[] {
  return ['.config/sealpaste', '.local/state/sealpaste'].flatMap((folder) => {
    const path = join(home, folder);
    return statSync(path, { throwIfNoEntry: false }) ? (readdirSync(path, { recursive: true }) as string[]) : [];
  });
}

function forget(): void {
  for (const folder of ['.config', '.local']) rmSync(join(home, folder), { recursive: true, force: true });
}

const fits = (body: string, schema: JsonSchema): boolean => {
  try {
    return check(JSON.parse(body), schema) !== undefined;
  } catch {
    return false;
  }
};

interface Walk {
  argv: () => Promise<string[]> | string[];
  /** The operations that the command calls and that respond in JSON. */
  operations: OperationName[];
  content?: null;
}

const WALKS: Record<string, Walk> = {
  create: { argv: () => [join(home, 'text')], operations: ['createPaste'] },
  get: { argv: () => ['get', `${server.url}/view/${ID}#${sealed.key}`], operations: ['claimPaste', 'acknowledgePaste'] },
  rm: { argv: () => ['rm', ID], operations: ['deletePaste'] },
  extend: { argv: () => ['extend', ID, '1d'], operations: ['extendPaste'] },
  receipt: { argv: () => ['receipt', `${ID}#${sealed.key}`], operations: ['readReceipt'] },
  answer: {
    argv: async () => ['answer', `${server.url}/request/${ID}#${await thumbprintOf(asker)}`, join(home, 'text')],
    operations: ['readRequest', 'createAnswer'],
  },
  'answer CODE': { argv: () => ['answer', CODE, join(home, 'text')], operations: ['readCode', 'createAnswer'] },
  receive: { argv: () => ['receive'], operations: ['createRequest'] },
  'request --wait': {
    argv: () => ['request', '--wait'],
    operations: ['createRequest', 'listAnswers', 'claimPaste', 'acknowledgePaste'],
    content: null,
  },
  login: { argv: () => ['login', '--url', server.url], operations: ['listPastes'] },
};

const CASES = Object.entries(WALKS).flatMap(([name, walk]) => walk.operations.map((operation) => [name, operation, walk] as const));

describe('a lying server', () => {
  it.each(CASES)('gets nothing of %s by %s', async (_, operation, walk) => {
    const schema = server.schemaOf(operation);
    const before = othersFiles();
    const wrong: string[] = [];
    const tryLie = async ({ name, field, body }: Lie) => {
      const text = body();
      if (walk.content === null) content = null;
      server.lie({ operation, said: { body: text } });
      const { code, stdout, stderr } = await show(await walk.argv());
      const complain = (what: string) => void wrong.push(`${name}: ${what} (${code} ${stderr.slice(-300)})`);
      if (!server.asked().includes(operation)) complain('was not told');
      if (hasControls(stdout + stderr)) complain('a control character reached the terminal');
      if (othersFiles().join('\n') !== before.join('\n')) complain("another one's file was touched");
      const foreign = ownFiles().find((file) => !OWN_FILE.test(file));
      if (foreign !== undefined) complain(`made ${foreign}`);
      if (stderr.includes('Unexpected error')) complain('was not understood');
      const isBelieved = text.length < 100_000 && fits(text, schema);
      // A failed acknowledgement harms nobody: the lease ends.
      if (operation === 'acknowledgePaste') return code !== 0 && complain('failed');
      if (!isBelieved && code !== 1) complain('was believed');
      if (!isBelieved && !stderr.includes(field === '' || text.length > 100_000 ? 'Is the address right?' : `"${field}`))
        complain('was not named');
      forget();
    };
    const truth = await server.truthOf(operation);
    for (const lie of liesAbout(truth)) await tryLie(lie);
    expect(wrong).toEqual([]);
  });

  it('is believed in nothing that it says with an error', async () => {
    const wrong: string[] = [];
    const errors = [
      `{"error": ${JSON.stringify(ESCAPES)}, "details": [{"path": [${JSON.stringify(ESCAPES)}], "message": ${JSON.stringify(ESCAPES)}}]}`,
      `{"error": "x", "protectedHeader": ${JSON.stringify(ESCAPES)}}`,
      `{"error": {}, "details": [[]]}`,
      ESCAPES,
      '',
    ];
    for (const [name, { argv, operations }] of Object.entries(WALKS)) {
      if (name === 'request --wait') continue;
      for (const status of [400, 401, 403, 404, 409, 410, 422, 429, 500, 503, 507, 599])
        for (const body of errors) {
          const [operation] = operations as [OperationName];
          server.lie({ operation, said: { status, headers: { 'Retry-After': '9'.repeat(400) }, body } });
          const { code, stdout, stderr } = await show(await argv());
          if (hasControls(stdout + stderr)) wrong.push(`${name} ${status}: a control character reached the terminal`);
          if (stderr.includes('Unexpected error') || stderr.includes('Infinity')) wrong.push(`${name} ${status}: ${stderr}`);
          if (code === 0 && status !== 409) wrong.push(`${name} ${status}: was done`);
          forget();
        }
    }
    expect(wrong).toEqual([]);
  });

  it('that says of each code that it is taken gets five keys, and no more', async () => {
    const said = { status: 409, body: '{"error": "Conflict", "code": "code_taken"}' };
    server.lie({ operation: 'createRequest', said });
    expect(await show(['receive'])).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('409') });
    expect(server.asked()).toEqual(Array(MAX_CODE_KEYS).fill('createRequest'));
  });
});

describe('on a terminal', () => {
  const plain = () => ['get', `${server.url}/view/${ID}`, '--plain'];

  beforeEach(() => {
    server.lie(null);
    content = { headers: { 'Content-Type': 'text/plain' }, body: `a\tb\r\n${ESCAPES}é` };
  });

  it('the control characters of a text are shown, not obeyed', async () => {
    expect((await show(plain())).stdout).toBe('a\tb\r\n^[]52;c;ZXZpbA==^G^[[2JM-^[31m^?<U+202E>^Mé');
  });

  it('a text is written as it is with --raw', async () => {
    expect((await show([...plain(), '--raw'])).stdout).toBe(`a\tb\r\n${ESCAPES}é`);
  });

  it('a text that goes into a pipe stays byte for byte', async () => {
    expect((await show(plain(), false)).stdout).toBe(`a\tb\r\n${ESCAPES}é`);
  });
});
