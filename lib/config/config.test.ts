import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { ConfigError, loadConfig } from './config';
import { VARIABLES } from './config-variables';

const KEY = randomBytes(32);
const MASTER_KEY = KEY.toString('base64');
const ROOT = '/srv/sealpaste';

type Environment = Record<string, string>;

const load = (environment: Environment) => loadConfig({ MASTER_KEY, ...environment } as never, ROOT);

function problemsOf(environment: Environment): readonly string[] {
  try {
    loadConfig(environment as never, ROOT);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).problems;
  }
  return [];
}

const folder = mkdtempSync(join(tmpdir(), 'sealpaste-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(text: string): string {
  const file = join(folder, randomBytes(6).toString('hex'));
  writeFileSync(file, text);
  return file;
}

describe('defaults', () => {
  it('need nothing but a master key', () => {
    expect(load({})).toMatchObject({
      HOST: '0.0.0.0',
      PORT: 3000,
      BASE_URL: 'http://localhost:3000',
      DATABASE_URL: 'file:./data/sealpaste.db',
      RATE_LIMIT_ANONYMOUS: 5,
      RATE_LIMIT_AUTHENTICATED: 60,
      TRUST_PROXY: { hops: 0, networks: null },
      WORKER_TTL_CLEANUP_INTERVAL_MS: 60_000,
      LOG_LEVEL: 'info',
      NODE_ENV: 'production',
      rootDir: ROOT,
    });
    expect(load({}).MASTER_KEY.equals(KEY)).toBe(true);
    expect(load({}).REDIS_URL).toBeUndefined();
    expect(load({}).MASTER_KEY_PREVIOUS).toBeUndefined();
  });

  it('all obey the rules of their own variables', () => {
    for (const [name, definition] of Object.entries(VARIABLES)) {
      const { default: value, schema } = definition as { default?: string; schema: { safeParse(text: unknown): { success: boolean } } };
      if (value !== undefined) expect({ name, ...schema.safeParse(value) }).toMatchObject({ name, success: true });
    }
  });

  it('for the base address follow the port', () => {
    expect(load({ PORT: '8080' }).BASE_URL).toBe('http://localhost:8080');
    expect(load({ PORT: '8080', BASE_URL: 'https://paste.example' }).BASE_URL).toBe('https://paste.example');
  });

  it('stand in for variables that are set to nothing', () => {
    const empty = Object.fromEntries(Object.keys(VARIABLES).flatMap((name) => [[name, ''] as const, [`${name}_FILE`, ''] as const]));
    expect(loadConfig({ ...empty, MASTER_KEY } as never, ROOT)).toEqual(load({}));
  });

  it('for the base address there is none with a unix socket', () => {
    expect(problemsOf({ MASTER_KEY, PORT: '/run/web.sock' })).toEqual(['BASE_URL: required with a path as PORT, but not set']);
  });

  it('there is none for the master key', () => {
    expect(problemsOf({})).toEqual([expect.stringMatching(/^MASTER_KEY: required, but not set.*openssl rand/)]);
    expect(problemsOf({ MASTER_KEY: '' })).toEqual([expect.stringMatching(/^MASTER_KEY: required, but not set.*openssl rand/)]);
  });
});

describe('values', () => {
  it.each([
    ['base64', KEY.toString('base64')],
    ['base64 without padding', KEY.toString('base64').replace(/=+$/, '')],
    ['base64url', KEY.toString('base64url')],
    ['hexadecimal', KEY.toString('hex')],
    ['hexadecimal in capitals', KEY.toString('hex').toUpperCase()],
  ])('take a key in %s', (_, text) => {
    expect(load({ MASTER_KEY: text }).MASTER_KEY.equals(KEY)).toBe(true);
  });

  it.each([
    ['31 bytes', randomBytes(31).toString('base64')],
    ['33 bytes', randomBytes(33).toString('base64')],
    ['31 bytes in hexadecimal', randomBytes(31).toString('hex')],
    ['33 bytes in hexadecimal', randomBytes(33).toString('hex')],
    ['a pass phrase', 'correct horse battery staple'],
    ['44 characters that are not base64', '!'.repeat(44)],
    ['base64 with a space within', `${MASTER_KEY.slice(0, 20)} ${MASTER_KEY.slice(20)}`],
    ['quotes around', `"${MASTER_KEY}"`],
  ])('refuse a key of %s', (_, text) => {
    expect(problemsOf({ MASTER_KEY: text })).toEqual([expect.stringMatching(/^MASTER_KEY: expected 32 bytes/)]);
    expect(problemsOf({ MASTER_KEY, MASTER_KEY_PREVIOUS: text })).toEqual([
      expect.stringMatching(/^MASTER_KEY_PREVIOUS: expected 32 bytes/),
    ]);
  });

  it.each([
    ['PORT', '0', 0],
    ['PORT', '65535', 65_535],
    ['PORT', `/${'x'.repeat(106)}`, `/${'x'.repeat(106)}`],
    ['TRUST_PROXY', '32', { hops: 32, networks: null }],
    ['ALLOWED_HOSTS', 'Paste.lan., sealpaste', ['paste.lan', 'sealpaste']],
    ['RATE_LIMIT_ANONYMOUS', '0', 0],
    ['RATE_LIMIT_AUTHENTICATED', '1000000', 1_000_000],
    ['WORKER_TTL_CLEANUP_INTERVAL_MS', '100', 100],
    ['BASE_URL', 'https://paste.example/', 'https://paste.example'],
    ['BASE_URL', 'http://localhost:3000///', 'http://localhost:3000'],
    ['DATABASE_URL', 'postgres://u:p@db/x', 'postgres://u:p@db/x'],
    ['DATABASE_URL', 'postgres://u:p@/x?host=/run/postgresql', 'postgres://u:p@/x?host=/run/postgresql'],
    ['DATABASE_URL', 'postgres://u:p%23%2F%3F@db/x', 'postgres://u:p%23%2F%3F@db/x'],
    ['REDIS_URL', 'rediss://:p@redis:6380/1', 'rediss://:p@redis:6380/1'],
  ])('take %s=%s', (name, text, value) => {
    expect(load({ BASE_URL: 'https://paste.example', [name]: text })).toHaveProperty(name, value);
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', './web.sock'],
    ['PORT', `/${'x'.repeat(107)}`],
    ['PORT', '-1'],
    ['PORT', '3000 '],
    ['PORT', '3e3'],
    ['PORT', '0x10'],
    ['TRUST_PROXY', '33'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/8,proxy.example'],
    ['ALLOWED_HOSTS', 'https://paste.example'],
    ['ALLOWED_HOSTS', 'paste.example:3000'],
    ['ALLOWED_HOSTS', '*.example'],
    ['RATE_LIMIT_ANONYMOUS', '1.5'],
    ['RATE_LIMIT_ANONYMOUS', '-5'],
    ['RATE_LIMIT_AUTHENTICATED', 'unlimited'],
    ['WORKER_TTL_CLEANUP_INTERVAL_MS', '99'],
    ['BASE_URL', 'paste.example'],
    ['BASE_URL', 'ftp://paste.example'],
    ['BASE_URL', 'javascript:alert(1)'],
    ['BASE_URL', 'https://paste.example/sub'],
    ['BASE_URL', 'https://paste.example/?a=b'],
    ['BASE_URL', 'https://paste.example/#key'],
    ['BASE_URL', 'https://user:secret@paste.example'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'file:'],
    ['DATABASE_URL', './data.db'],
    ['DATABASE_URL', 'postgresql://u:p#ss@h/d'],
    ['DATABASE_URL', 'postgresql://u:p/ss@h/d'],
    ['DATABASE_URL', 'postgresql://u:12/ss@h/d'],
    ['DATABASE_URL', 'postgresql://u:p?ss@h/d'],
    ['REDIS_URL', 'redis://:p#ss@h:6379'],
    ['REDIS_URL', 'redis://:p/ss@h:6379'],
    ['REDIS_URL', 'localhost:6379'],
    ['REDIS_URL', 'redis+sentinel://a:1,b/main'],
    ['LOG_LEVEL', 'verbose'],
    ['NODE_ENV', 'staging'],
  ])('refuse %s=%s, naming the variable', (name, text) => {
    const problems = problemsOf({ MASTER_KEY, [name]: text });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name}: `));
  });
});

describe('problems', () => {
  it('are told all at once', () => {
    const problems = problemsOf({
      PORT: 'x',
      BASE_URL: 'x',
      DATABASE_URL: 'x',
      REDIS_URL: 'x',
      TRUST_PROXY: 'x',
      LOG_LEVEL: 'x',
      MASTER_KEY_FILE: join(folder, 'missing'),
    });
    expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual([
      'BASE_URL',
      'DATABASE_URL',
      'LOG_LEVEL',
      'MASTER_KEY',
      'MASTER_KEY_FILE',
      'PORT',
      'REDIS_URL',
      'TRUST_PROXY',
    ]);
  });

  it('never hold a value, not even a harmless one', () => {
    const canary = 'cAnArY5ecretVa1ue';
    const environment = Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, name === 'HOST' ? '' : `${canary}?`]));
    for (const variant of [
      environment,
      { ...environment, DATABASE_URL: `mysql://user:${canary}@db/x`, REDIS_URL: `http://:${canary}@redis` },
      { MASTER_KEY: canary, MASTER_KEY_FILE: fileWith(canary) },
      { MASTER_KEY_FILE: fileWith(canary), DATABASE_URL_FILE: fileWith(canary), REDIS_URL_FILE: fileWith(canary) },
      { MASTER_KEY_FILE: join(folder, canary) },
    ]) {
      try {
        loadConfig(variant as never, ROOT);
        expect.unreachable();
      } catch (error) {
        const { message, stack, problems } = error as ConfigError;
        expect(problems.length).toBeGreaterThan(0);
        expect([message, stack, ...problems].join('\n')).not.toContain(canary);
      }
    }
  });
});

describe('secrets in files', () => {
  const secrets = Object.entries(VARIABLES).filter(([, definition]) => 'secret' in definition);

  it('are those that open something', () => {
    expect(secrets.map(([name]) => name)).toEqual(
      expect.arrayContaining(['MASTER_KEY', 'MASTER_KEY_PREVIOUS', 'DATABASE_URL', 'REDIS_URL']),
    );
  });

  it('secrets are read from the file in NAME_FILE, without its last line end', () => {
    const environment = {
      MASTER_KEY_FILE: fileWith(`${MASTER_KEY}\n`),
      DATABASE_URL_FILE: fileWith('postgresql://u:p@db/x\r\n'),
      REDIS_URL_FILE: fileWith('redis://redis:6379'),
    };
    const config = loadConfig(environment as never, ROOT);
    expect(config.MASTER_KEY.equals(KEY)).toBe(true);
    expect(config).toMatchObject({ DATABASE_URL: 'postgresql://u:p@db/x', REDIS_URL: 'redis://redis:6379' });
  });

  it('may stand in one place only', () => {
    const problems = problemsOf({ MASTER_KEY, MASTER_KEY_FILE: fileWith(MASTER_KEY) });
    expect(problems).toEqual(['MASTER_KEY: set either MASTER_KEY or MASTER_KEY_FILE, not both']);
  });

  it('in a file that cannot be read are a problem, never silently the default', () => {
    expect(problemsOf({ MASTER_KEY, DATABASE_URL_FILE: join(folder, 'missing') })).toEqual(["DATABASE_URL_FILE: can't be read (ENOENT)"]);
    expect(problemsOf({ MASTER_KEY, REDIS_URL_FILE: folder })).toEqual(["REDIS_URL_FILE: can't be read (EISDIR)"]);
  });

  it.each(['MASTER_KEY', 'DATABASE_URL', 'REDIS_URL'])('in an empty file are a problem: %s', (name) => {
    const { MASTER_KEY: _, ...others } = { MASTER_KEY };
    const environment = { ...(name === 'MASTER_KEY' ? others : { MASTER_KEY }), [`${name}_FILE`]: fileWith('\n') };
    expect(problemsOf(environment)).toEqual([expect.stringMatching(new RegExp(`^${name}: expected`))]);
  });

  it('are only those: other variables have no file', () => {
    expect(load({ PORT_FILE: fileWith('8080') }).PORT).toBe(3000);
  });
});

describe('EXPIRY_OPTIONS', () => {
  const YEAR = 31_536_000;

  it('are times in the order of the operator, one of them the default', () => {
    expect(load({ EXPIRY_OPTIONS: '10m, 1h,1d*,1w,never' }).EXPIRY_OPTIONS).toEqual({
      choices: [600, 3_600, 86_400, 604_800, null],
      preselected: 86_400,
    });
    expect(load({ EXPIRY_OPTIONS: 'never*' }).EXPIRY_OPTIONS).toEqual({ choices: [null], preselected: null });
    expect(load({ EXPIRY_OPTIONS: '1y*,30', MAX_TTL_SECONDS: String(YEAR) }).EXPIRY_OPTIONS.choices).toEqual([YEAR, 30]);
  });

  it.each(['1h', '1h*,2h*', '1h*,', '1h*,60m', '1h**', '*', '2y*', '0m*', '1x*', '1h;2h*', 'Never*', `${'1h,'.repeat(21)}2h*`])(
    'refuse %s',
    (text) => {
      expect(problemsOf({ MASTER_KEY, EXPIRY_OPTIONS: text })).toEqual([expect.stringMatching(/^EXPIRY_OPTIONS: expected times such as /)]);
    },
  );

  it.each([
    ['1d*,1w', '604799'],
    ['1d*,never', '604800'],
  ])('refuse %s where nothing lives longer than %s seconds', (text, max) => {
    expect(problemsOf({ MASTER_KEY, EXPIRY_OPTIONS: text, MAX_TTL_SECONDS: max })).toEqual([
      `EXPIRY_OPTIONS: expected no time over MAX_TTL_SECONDS (${max} seconds), and no never`,
    ]);
  });

  it.each([
    ['86400', [600, 3_600, 86_400], 86_400],
    ['86399', [600, 3_600], 3_600],
    ['604800', [600, 3_600, 86_400, 604_800], 604_800],
    ['60', [60], 60],
  ])('that nobody set are cut to MAX_TTL_SECONDS=%s', (max, choices, preselected) => {
    expect(load({ MAX_TTL_SECONDS: max }).EXPIRY_OPTIONS).toEqual({ choices, preselected });
  });
});

describe('BASE_URL with a path', () => {
  afterEach(() => void vi.unstubAllEnvs());

  it('is the one that the program was built with', () => {
    vi.stubEnv('BASE_PATH', '/a/paste');
    expect(load({ BASE_URL: 'https://host.example/a/paste/' }).BASE_URL).toBe('https://host.example/a/paste');
    for (const other of [
      'https://host.example',
      'https://host.example/a',
      'https://host.example/a/paste/x',
      'https://host.example/A/paste',
    ])
      expect(problemsOf({ MASTER_KEY, BASE_URL: other })).toEqual([
        expect.stringMatching(/^BASE_URL: this program was built for the path \/a\/paste\. Run "npm run build" with the same BASE_URL/),
      ]);
    expect(problemsOf({ MASTER_KEY })).toHaveLength(1);
  });

  it('is refused by a program that was built without', () => {
    expect(problemsOf({ MASTER_KEY, BASE_URL: 'https://host.example/paste' })).toEqual([
      expect.stringMatching(/^BASE_URL: this program was built with no path\. Run "npm run build"/),
    ]);
  });

  it.each(['/view', '/api/x', '/_next', '/raw/a', '/robots.txt', '/a%20b', '/ä', `/${'a'.repeat(24)}`])('is not %s', (path) => {
    expect(problemsOf({ MASTER_KEY, BASE_URL: `https://host.example${path}` })).toEqual([
      expect.stringMatching(/^BASE_URL: expected a path /),
    ]);
  });
});

it('allowed domains of e-mail addresses are taken in any case, with or without @', () => {
  const oidc = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' };
  expect(load({ ...oidc, OIDC_ALLOWED_DOMAINS: '@Corp.Example, corp.ORG' }).OIDC_ALLOWED_DOMAINS).toEqual(['corp.example', 'corp.org']);
});
