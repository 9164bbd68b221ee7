/** The recipes of docs/webhooks.md, run unchanged on a delivery that is signed like ours. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { signatureHeaders } from './webhook-requests';

const DOCUMENT = fileURLToPath(new URL('../../docs/webhooks.md', import.meta.url));
const BODY = '{"id":"msg_1","data":{"title":"Zoë 名前 😀 \\"quoted\\""}}';
const SECRETS = { plain: "it's a secret: 鍵", standard: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' };

// Inside the project, so that Node finds its packages.
const folder = mkdtempSync(fileURLToPath(new URL('../../node_modules/.recipes-', import.meta.url)));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function recipe(name: string): string {
  const text = readFileSync(DOCUMENT, 'utf8').split(`<!-- recipe:${name} -->`)[1] ?? '';
  const code = /```\w+\n([\s\S]*?)```/.exec(text)?.[1];
  if (!code) throw new Error(`docs/webhooks.md has no recipe ${name}`);
  return code;
}

function sign(secret: string) {
  return signatureHeaders({ id: 'msg_1', event: 'paste.created', body: BODY, sentAt: Date.now() }, [secret]);
}

const signatureOf = (secret: string) => String(sign(secret)['X-Service-Signature-256']);
const run = (command: string, args: string[], env: Record<string, string> = {}) =>
  execFileSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { NODE_ENV: 'test', PATH: String(process.env.PATH), PYTHONUTF8: '1', LC_ALL: 'C.UTF-8', ...env },
  }).trim();

/** Each recipe's verdict on a body and a signature. */
const recipes: Record<string, (body: string, signature: string, secret: string) => boolean> = {
  openssl(body, signature, secret) {
    writeFileSync(join(folder, 'body.json'), body);
    return run('sh', ['-c', recipe('openssl')], { SECRET: secret, SIGNATURE: signature }) === 'genuine';
  },
  node(body, signature, secret) {
    writeFileSync(join(folder, 'recipe.mjs'), recipe('node'));
    const call = `import { isGenuine } from './recipe.mjs';
      const [body, signature, secret] = JSON.parse(process.env.CASE);
      console.log(isGenuine(Buffer.from(body), signature, secret));`;
    return run(process.execPath, ['--input-type=module', '-e', call], { CASE: JSON.stringify([body, signature, secret]) }) === 'true';
  },
  python(body, signature, secret) {
    const call = `${recipe('python')}\nimport json, os\nbody, signature, secret = json.loads(os.environ["CASE"])\nprint(is_genuine(body.encode(), signature, secret))`;
    return run('python3', ['-c', call], { CASE: JSON.stringify([body, signature, secret]) }) === 'True';
  },
};

describe.each(Object.keys(recipes))('the recipe for %s', (name) => {
  const isGenuine = recipes[name] as (typeof recipes)[string];

  it('accepts a delivery of ours, and nothing that was changed', () => {
    const signature = signatureOf(SECRETS.plain);
    expect(isGenuine(BODY, signature, SECRETS.plain)).toBe(true);
    expect(isGenuine(`${BODY} `, signature, SECRETS.plain)).toBe(false);
    expect(isGenuine(BODY, signature, 'another secret')).toBe(false);
    expect(
      isGenuine(
        BODY,
        signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        SECRETS.plain,
      ),
    ).toBe(false);
    expect(isGenuine(BODY, 'sha256=', SECRETS.plain)).toBe(false);
  });
});

it('the Standard Webhooks recipe accepts our delivery, and no changed one', async () => {
  const file = join(folder, 'standard.mjs');
  writeFileSync(file, recipe('standardwebhooks'));
  const { verify } = (await import(/* @vite-ignore */ file)) as {
    verify(body: string, headers: Record<string, string>, secret: string): unknown;
  };
  const headers = sign(SECRETS.standard);
  expect(verify(BODY, headers, SECRETS.standard)).toEqual(JSON.parse(BODY));
  expect(() => verify(`${BODY} `, headers, SECRETS.standard)).toThrow(/signature/);
  for (const secret of ['plain', 'Schlüssel', '日本語🔑', 'whsec'])
    expect(verify(BODY, sign(secret), secret), secret).toEqual(JSON.parse(BODY));
});
