import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadEnvFile, writeFirstEnvFile } from './env-file.mjs';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sealpaste-env-'));
  file = join(folder, '.env');
  for (const name of ['MASTER_KEY', 'MASTER_KEY_FILE', 'SESSION_SECRET', 'SESSION_SECRET_FILE', 'DATABASE_URL', 'SEALPASTE_TEST'])
    vi.stubEnv(name, undefined);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

describe('the first .env', () => {
  it('has a new master key of 32 bytes and says to keep a copy', () => {
    expect(writeFirstEnvFile(folder)).toBe(true);
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/^# .*MASTER_KEY.*lost/m);
    const keys = [...text.matchAll(/^MASTER_KEY=(.+)$/gm)].map(([, key]) => Buffer.from(key ?? '', 'base64'));
    expect(keys.map((key) => key.length)).toEqual([32]);

    rmSync(file);
    vi.stubEnv('MASTER_KEY', undefined);
    writeFirstEnvFile(folder);
    expect(readFileSync(file, 'utf8')).not.toBe(text);
  });

  it('has a new session secret, unless one is configured', () => {
    writeFirstEnvFile(folder);
    const [, secret = ''] = /^SESSION_SECRET=(.+)$/m.exec(readFileSync(file, 'utf8')) ?? [];
    expect(Buffer.from(secret, 'base64')).toHaveLength(32);
    expect(readFileSync(file, 'utf8')).not.toContain(`MASTER_KEY=${secret}`);
    for (const name of ['SESSION_SECRET', 'SESSION_SECRET_FILE']) {
      rmSync(file);
      for (const variable of ['MASTER_KEY', 'SESSION_SECRET']) vi.stubEnv(variable, undefined);
      vi.stubEnv(name, 'configured elsewhere');
      writeFirstEnvFile(folder);
      vi.stubEnv(name, undefined);
      expect(readFileSync(file, 'utf8')).not.toContain('SESSION_SECRET');
    }
  });

  it('is readable by its owner only, whatever the umask', () => {
    const before = process.umask(0);
    try {
      writeFirstEnvFile(folder);
    } finally {
      process.umask(before);
    }
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is the only file written', () => {
    writeFirstEnvFile(folder);
    expect(readdirSync(folder)).toEqual(['.env']);
  });

  it.each(['PORT=8080\n', '', 'BASE_URL=https://paste.example.org'])('gets a key below the lines of an existing one: %j', (text) => {
    writeFileSync(file, text);
    expect(writeFirstEnvFile(folder)).toBe(true);
    expect(readFileSync(file, 'utf8').startsWith(text)).toBe(true);
    expect(readFileSync(file, 'utf8')).toMatch(/^MASTER_KEY=.{44}$/m);
  });

  it('never gets a second key', () => {
    writeFileSync(file, 'MASTER_KEY=short\n');
    expect(writeFirstEnvFile(folder)).toBe(false);
    expect(readFileSync(file, 'utf8')).toBe('MASTER_KEY=short\n');
  });

  it.each([undefined, 'file:elsewhere.db', 'postgresql://u@h/d'])(
    'is not written beside a database, whose key it would not have: %s',
    (url) => {
      vi.stubEnv('DATABASE_URL', url);
      const path = join(folder, url === undefined ? 'data/sealpaste.db' : 'elsewhere.db');
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, '');
      expect(writeFirstEnvFile(folder)).toBe(false);
      expect(existsSync(file)).toBe(false);
    },
  );

  it.each([
    ['MASTER_KEY', 'set'],
    ['MASTER_KEY_FILE', '/run/secrets/master_key'],
  ])('is not written where %s is configured', (name, value) => {
    vi.stubEnv(name, value);
    expect(writeFirstEnvFile(folder)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is written and read when the variable is set but empty', () => {
    vi.stubEnv('MASTER_KEY', '');
    expect(writeFirstEnvFile(folder)).toBe(true);
    expect(Buffer.from(process.env.MASTER_KEY ?? '', 'base64')).toHaveLength(32);
  });

  it('is written once by two starts that found no key', () => {
    expect(writeFirstEnvFile(folder)).toBe(true);
    vi.stubEnv('MASTER_KEY', undefined);
    expect(writeFirstEnvFile(folder)).toBe(false);
  });
});

describe('reading .env', () => {
  it('gives the service the key that was written', () => {
    writeFirstEnvFile(folder);
    vi.stubEnv('MASTER_KEY', undefined);
    loadEnvFile(folder);
    const key = process.env.MASTER_KEY ?? '';
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(readFileSync(file, 'utf8')).toContain(`MASTER_KEY=${key}\n`);
  });

  it('keeps variables that are set', () => {
    vi.stubEnv('SEALPASTE_TEST', 'environment');
    writeFileSync(file, 'SEALPASTE_TEST=file\n');
    loadEnvFile(folder);
    expect(process.env.SEALPASTE_TEST).toBe('environment');
  });

  it('does nothing without a file', () => {
    expect(() => loadEnvFile(folder)).not.toThrow();
  });

  it('reads the first variable of a file that Windows wrote', () => {
    writeFileSync(file, '\uFEFFSEALPASTE_TEST=first\r\n');
    loadEnvFile(folder);
    expect(process.env.SEALPASTE_TEST).toBe('first');
  });
});
