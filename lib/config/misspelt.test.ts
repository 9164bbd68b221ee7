import { expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config';
import { VARIABLES } from './config-variables';
import { findMisspelt } from './misspelt';

const NONE: ReadonlySet<string> = new Set();
const find = (env: Record<string, string>, written = NONE) => findMisspelt(env as unknown as NodeJS.ProcessEnv, written);

it.each([
  ['ANONYMUS_CREATE', 'ANONYMOUS_CREATE'],
  ['RATE_LIMITS_ANONYMUS', 'RATE_LIMIT_ANONYMOUS'],
  ['TURST_PROXY', 'TRUST_PROXY'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['BASE_URI', 'BASE_URL'],
  ['REDIS_URL_FLIE', 'REDIS_URL_FILE'],
  ['metrics_token', 'METRICS_TOKEN'],
  ['STRICTCONFIG', 'STRICT_CONFIG'],
])('a variable two letters from one of ours is named with it: %s', (name, meant) => {
  expect(find({ [name]: 'a value' })).toEqual([`${name}: no such variable. Did you mean ${meant}?`]);
});

it.each(['WORKER_INTERVAL', 'WEBHOOK_RETRIES', 'OIDC_SECRET', 'BACKUP_DAYS', 'MAX_PASTE_SIZE'])(
  'a variable with one of our prefixes is named: %s',
  (name) => {
    expect(find({ [name]: 'a value' })).toEqual([`${name}: no such variable (docs/configuration.md)`]);
  },
);

it('a file for a variable that is no secret is named with the variable', () => {
  expect(find({ BASE_URL_FILE: '/run/x' })).toEqual(['BASE_URL_FILE: no such variable. Only secrets can come from a file; set BASE_URL']);
});

it('a short misspelt name counts in .env alone, where somebody wrote it for us', () => {
  const environment = { PROT: '8080', LINES: '24', HOME: '/root', HOTS: '::' };
  expect(find(environment)).toEqual([]);
  expect(find(environment, new Set(['PROT', 'HOME']))).toEqual(['PROT: no such variable. Did you mean PORT?']);
});

it("our variables, and those of systems, shells and neighbours, aren't named", () => {
  const ours = Object.entries(VARIABLES).flatMap(([name, definition]) => ('secret' in definition ? [name, `${name}_FILE`] : [name]));
  const others = [
    'HTTP_PROXY HTTPS_PROXY NO_PROXY NODE_OPTIONS NODE_EXTRA_CA_CERTS NODE_PATH HOSTNAME USERNAME LOGNAME COLUMNS HOSTTYPE',
    'PUBLISH PUBLISH_ADDRESS SUBNET SITE CADDY_ADDRESS POSTGRES_PASSWORD COMPOSE_PROJECT_NAME UV_THREADPOOL_SIZE TZ SESSION_MANAGER',
    'XDG_SESSION_ID XDG_DATA_DIRS DBUS_SESSION_BUS_ADDRESS INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID LISTEN_PID LISTEN_FDS',
    'KUBERNETES_SERVICE_HOST WORKER_SERVICE_HOST WORKER_SERVICE_PORT_HTTP DATABASE_PORT_5432_TCP DATABASE_PORT_5432_TCP_ADDR',
  ].flatMap((line) => line.split(' '));
  const all = new Set([...ours, ...others]);
  expect(find({ ...Object.fromEntries([...all].map((name) => [name, 'x'])), DATABASE_PORT: 'tcp://10.0.0.1:5432' }, all)).toEqual([]);
});

it('an empty variable is not set, so it is not named', () => {
  expect(find({ ANONYMUS_CREATE: '' })).toEqual([]);
});

it('STRICT_CONFIG=on refuses a misspelt variable, which is otherwise a warning', () => {
  const environment = { MASTER_KEY: 'a1'.repeat(32), ANONYMUS_CREATE: 'cAnArY' };
  const problem = 'ANONYMUS_CREATE: no such variable. Did you mean ANONYMOUS_CREATE?';
  expect(loadConfig(environment as never).misspelt).toEqual([problem]);
  const load = () => loadConfig({ ...environment, STRICT_CONFIG: 'on' } as never);
  expect(load).toThrow(ConfigError);
  expect(load).toThrow(problem);
  expect(load).not.toThrow('cAnArY');
});
