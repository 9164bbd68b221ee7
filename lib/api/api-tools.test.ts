/**
 * The OpenAPI document in the hands of others: clients that are generated from it, and linters. The tools need three
 * times as many packages as the service, so they have a folder of their own (docs/testing.md), and `npm run test:api-tools`
 * installs them. Without them nothing here runs.
 */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASE_URL, openTestServices } from '../composition/testing/test-services';
import { sha256 } from '../encoding/sha256';
import { setRequestContext } from '../http/context';
import { createRouter } from '../http/router';
import { apiDocument, endpointsOf, routes } from './routes';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tools = join(root, 'e2e/api-tools');
const areInstalled = existsSync(join(tools, 'node_modules/.package-lock.json'));
const document = apiDocument(BASE_URL);
const run = promisify(execFile);

it.runIf(process.env.API_TOOLS === 'needed')('generators and linters are installed', () => {
  expect(areInstalled).toBe(true);
});

interface Schema {
  safeParse(value: unknown): { success: boolean; error?: { message: string } };
}

describe.skipIf(!areInstalled)('clients that are generated from the document', () => {
  const PLATFORM_SECRET = 'secret-of-the-platform';
  const endpoints = endpointsOf(routes);
  const find = createRouter(endpoints);
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Record<string, { operationId: string }>).map(([method, { operationId }]) => ({ path, method, operationId })),
  );
  /** The others are for the pages of a signed-in browser, and for chat platforms, which sign what they send. */
  const ofPrograms = routes.flatMap(({ operationId, tag = '' }) =>
    !operationId || ['Account', 'Administration'].includes(tag) || /^run\w+Command$/.test(operationId) ? [] : operationId,
  );
  let folder: string;
  let services: Awaited<ReturnType<typeof openTestServices>>;
  let schemas: Record<string, Schema>;

  beforeAll(async () => {
    services = await openTestServices({ WEBHOOK_ALLOW_INSECURE_TARGETS: 'true', MESSENGER_WEBHOOK_SECRET: PLATFORM_SECRET });
    folder = mkdtempSync(join(tmpdir(), 'sealpaste-clients-'));
    cpSync(join(tools, 'drivers'), folder, { recursive: true });
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
    const generate = (program: string, ...args: string[]) =>
      run(join(tools, 'node_modules/.bin', program), args, { cwd: folder, env: { ...process.env, DO_NOT_TRACK: '1' } });
    await Promise.all([
      generate('openapi-typescript', 'openapi.json', '-o', 'generated/openapi-typescript.ts'),
      generate('openapi-ts', '-i', 'openapi.json', '-o', 'generated/hey-api', '--no-log-file'),
      generate('orval', '--input', 'openapi.json', '--output', 'generated/orval-zod.ts', '--client', 'zod'),
    ]);
    schemas = (await bundled('generated/orval-zod.ts')) as Record<string, Schema>;
  });
  afterAll(async () => {
    await services?.end();
    if (folder) rmSync(folder, { recursive: true });
  });

  /** A module of the folder, with the packages of both folders. */
  async function bundled(file: string): Promise<object> {
    const outfile = join(folder, `${file.replace('/', '-')}.mjs`);
    const args = [join(folder, file), '--bundle', '--format=esm', '--platform=node', `--outfile=${outfile}`];
    const NODE_PATH = [tools, root].map((each) => join(each, 'node_modules')).join(':');
    // One of the tools brings it.
    await run(join(tools, 'node_modules/.bin/esbuild'), args, { env: { ...process.env, NODE_PATH } });
    return import(pathToFileURL(outfile).href);
  }

  /** A `fetch` that calls this process's endpoints and notes the operations used and each body that orval's schemas refuse. */
  function observedFetch() {
    const used = new Set<string>();
    const refused: string[] = [];
    const check = (name: string, value: unknown) => {
      const result = schemas[name]?.safeParse(value);
      if (result && !result.success) refused.push(`${name}: ${result.error?.message}`);
    };
    const observed: typeof fetch = async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      const match = find(pathname);
      if (!match) throw new Error(`nothing is at ${pathname}`);
      const template = match.entry.path.replace(/:(\w+)/g, '{$1}');
      const operation = operations.find(({ path, method }) => path === template && method === request.method.toLowerCase());
      if (!operation) throw new Error(`${request.method} ${template} is not in the document`);
      used.add(operation.operationId);
      if (request.headers.get('content-type') === 'application/json') check(`${operation.operationId}Body`, await request.clone().json());
      setRequestContext(request, { requestId: '00000000-0000-4000-8000-000000000000', clientAddress: '203.0.113.7' });
      const response = await match.entry.respond(request, match.params, services);
      // The tool has one schema for an operation; a 202 of a reader who waits has another.
      const isJson = response.ok && response.status !== 202 && response.headers.get('content-type')?.startsWith('application/json');
      if (isJson && request.method !== 'HEAD') check(`${operation.operationId}Response`, await response.clone().json());
      return response;
    };
    return { used, refused, observed };
  }

  /** A code as the page that confirms a client gives it. */
  async function codeFor(apiKey: string): Promise<{ code: string; verifier: string }> {
    const { setCookie } = await services.sessions.signIn(apiKey);
    const signedIn = await services.sessions.findIn(setCookie);
    if (!signedIn) throw new Error('expected to be signed in');
    const verifier = 'V'.repeat(43);
    const challenge = sha256(verifier).toString('base64url');
    return {
      code: await services.clientLogin.allow(signedIn, { port: 1_024, state: 'S'.repeat(43), challenge, name: 'laptop' }),
      verifier,
    };
  }

  it('compile, with the code that uses every operation', async () => {
    const paths = Object.fromEntries(
      [
        ['zod', root],
        ['openapi-fetch', tools],
      ].map(([name, where]) => [name, [join(where as string, 'node_modules', name as string)]]),
    );
    const config = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8'));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...config, compilerOptions: { ...config.compilerOptions, paths } }));
    const { stdout } = await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch((error) => error);
    expect(stdout).toBe('');
  });

  it.each([
    ['openapi-fetch', 1, '8TT4EM4M'],
    ['hey-api', 2, '7KQ4M2XP'],
  ])('use every operation for programs, with bodies as orval reads the document: %s', async (name, chatId, requestCode) => {
    const { drive } = (await bundled(`${name}.ts`)) as { drive(situation: object): Promise<void> };
    const { used, refused, observed } = observedFetch();
    const apiKey = await services.keyOf(name);
    const clientCode = await codeFor(apiKey);
    await drive({ fetch: observed, baseUrl: BASE_URL, apiKey, chatId, platformSecret: PLATFORM_SECRET, requestCode, clientCode });
    expect(ofPrograms.filter((each) => !used.has(each))).toEqual([]);
    expect(refused).toEqual([]);
    expect(Object.keys(schemas).filter((each) => each.endsWith('Response')).length).toBeGreaterThan(15);
  });
});

describe.skipIf(!areInstalled)('the recommended rules of linters find nothing in the document', () => {
  const require = createRequire(join(tools, 'package.json'));
  const load = (name: string) => import(pathToFileURL(require.resolve(name)).href);

  it('Redocly', async () => {
    const { createConfig, lintFromString } = await load('@redocly/openapi-core');
    const config = await createConfig({ extends: ['recommended'] });
    const found = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config });
    const problems = (found as { ruleId: string; message: string; location: { pointer?: string }[] }[]).map(
      ({ ruleId, message, location }) => ({ rule: ruleId, place: location[0]?.pointer ?? '', message }),
    );
    expect(problems).toEqual([]);
  });

  it('Spectral', async () => {
    const [{ default: core }, { default: rulesets }] = await Promise.all([
      load('@stoplight/spectral-core'),
      load('@stoplight/spectral-rulesets'),
    ]);
    const spectral = new core.Spectral();
    spectral.setRuleset({ extends: [[rulesets.oas, 'recommended']] });
    const found = await spectral.run(JSON.parse(JSON.stringify(document)));
    const problems = (found as { code: string; message: string; path: string[] }[]).map(({ code, message, path }) => ({
      rule: code,
      place: `/${path.join('/')}`,
      message,
    }));
    expect(problems).toEqual([]);
  });
});
