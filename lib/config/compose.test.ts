/** Variables that an operator writes into `.env` beside the compose files reach the service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { VARIABLES } from './config-variables';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Variables that the compose files set, each with the reason why `.env` may not. */
const WITHIN_THE_CONTAINER = {
  HOST: 'all addresses of the container; PUBLISH_ADDRESS says which of the machine',
  PORT: 'PUBLISH says which port of the machine',
  METRICS_PORT: "the worker's, for its health check",
  NODE_ENV: "the image's",
};
const FIXED: Record<string, Record<string, string>> = {
  'compose.yaml': WITHIN_THE_CONTAINER,
  'compose.scale.yaml': {
    ...WITHIN_THE_CONTAINER,
    BASE_URL: 'SITE, for which Caddy gets a certificate',
    DATABASE_URL: "the file's own PostgreSQL",
    REDIS_URL: "the file's own Redis",
    TRUST_PROXY: "the file's own Caddy",
  },
};

describe.each(Object.keys(FIXED))('%s', (file) => {
  const fixed = FIXED[file] ?? {};
  const text = readFileSync(join(ROOT, file), 'utf8');
  const block = /^x-environment: &environment\n((?: {2}.*\n)+)/m.exec(text)?.[1] ?? '';
  const passed = new Map([...block.matchAll(/^ {2}(\w+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

  it.each(Object.entries(VARIABLES).filter(([name]) => !(name in fixed)))('passes %s on', (name, definition) => {
    expect(passed.get(name)).toMatch(new RegExp(`^\\$\\{${name}(?::?[-?].*)?\\}$`));
    // A file stands in for it when it is empty or not set.
    if ('secret' in definition) expect(passed.get(`${name}_FILE`)).toBe(`\${${name}_FILE:-}`);
    if ('secret' in definition) expect(passed.get(name)).not.toMatch(/:-.+\}|:\?/);
  });

  it.each(Object.keys(fixed))('keeps what .env says of %s from the container', (name) => {
    expect(passed.get(name)).toBeDefined();
    expect(passed.get(name)).not.toContain(`{${name}`);
  });

  it('sets no variable that there is none of', () => {
    const known = Object.entries(VARIABLES).flatMap(([name, definition]) => ('secret' in definition ? [name, `${name}_FILE`] : [name]));
    for (const name of passed.keys()) expect(known).toContain(name);
  });

  it('gives every process all of them', () => {
    const services = [...text.matchAll(/^( +)environment:(.*)\n((?:\1 +.*\n)*)/gm)];
    const ours = services.filter(([, , inline, lines]) => /\*environment/.test(`${inline}${lines}`));
    expect(ours).toHaveLength(2);
  });

  it('bounds the log of every container', () => {
    expect(text).toMatch(/max-size: \d+m, max-file: "\d+"/);
  });
});
