import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfig } from './config';
import { readEnvFile } from './env-file';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sealpaste-env-file-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (text: string, env?: Record<string, string>) => {
  writeFileSync(join(folder, '.env'), text);
  return readEnvFile(folder, (env ?? parseEnv(text.replace('\uFEFF', ''))) as NodeJS.ProcessEnv);
};

it('the names in .env are read from the project’s folder', () => {
  expect(read('# PORT=1\nPROT=8080\nexport HOTS="::"\n').names).toEqual(new Set(['PROT', 'HOTS']));
  expect(loadConfig({ MASTER_KEY: 'a1'.repeat(32), PROT: '8080' } as never, folder).misspelt).toHaveLength(1);
});

it('the first name of a file that Windows wrote is read', () => {
  expect(read('\uFEFFANONYMOUS_CREATE=off\r\n').names).toEqual(new Set(['ANONYMOUS_CREATE']));
});

it('a file that is not there or can not be read is no reason to stop', () => {
  expect(readEnvFile(folder, {} as NodeJS.ProcessEnv).names).toEqual(new Set());
  mkdirSync(join(folder, '.env'));
  expect(readEnvFile(folder, {} as NodeJS.ProcessEnv).names).toEqual(new Set());
});

it.each(['SITE_COLOR=#0b5cad', 'METRICS_TOKEN=abc#def', 'SITE_NOTICE=Room #5', 'export A = b # c', 'A="one"\nA=t#wo'])(
  'a value that a # without quotes cuts is named, without the value: %s',
  (text) => {
    const { cut } = read(`${text}\n`);
    expect(cut).toEqual([expect.stringMatching(/^(SITE_COLOR|METRICS_TOKEN|SITE_NOTICE|A): .env has an unquoted #/)]);
    expect(cut.join()).not.toMatch(/0b5cad|abc|Room|wo/);
  },
);

it.each(['SITE_COLOR="#0b5cad"', "A='b#c' # why", '# A=b#c', 'A=b'])('a value that is whole is not named: %s', (text) => {
  expect(read(`${text}\n`).cut).toEqual([]);
});

it('a value that comes from elsewhere is not named', () => {
  expect(read('SITE_COLOR=#0b5cad\n', { SITE_COLOR: '#0a7b58' }).cut).toEqual([]);
});

it('the configuration warns of a value that .env cuts', () => {
  writeFileSync(join(folder, '.env'), 'SITE_COLOR=#0b5cad\n');
  expect(loadConfig({ MASTER_KEY: 'a1'.repeat(32) } as never, folder).misspelt).toEqual([expect.stringContaining('SITE_COLOR')]);
});
