/** Tests `sealpaste run` against the real server: where secrets go, where they never are, and what is lost when. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rootDir } from '../../scripts/source-hash.mjs';
import { type Client, newClient, type Run } from '../support/client';
import { type Gate, startGate } from '../support/gate';
import { findIn } from '../support/needles';
import { withService } from '../support/service';
import { filesBelow, ofProcess, processIds } from '../support/traces';

const SECRET = 'S3CRET é+/ "value"';

const service = withService({ variables: { BURN_CLAIM_SECONDS: '600', LOG_LEVEL: 'trace' } });
let gate: Gate;
let client: Client;
let sender: Client;

beforeEach(async () => {
  gate = await startGate(service.url);
  [client, sender] = [newClient(gate.url), newClient(service.url)];
});
afterEach(async () => {
  client.remove();
  sender.remove();
  await gate.close();
});

const said = ({ code, stdout, stderr }: Run) => [code, stdout.toString(), stderr];
/** @returns a link by way of the gate */
const burn = async (text: string | Buffer = SECRET) =>
  (await sender.run(['--burn', '-'], { input: text })).stdout.toString().trim().replace(service.url, gate.url);
const run = (args: string[], options: Parameters<Client['run']>[1] = {}) => client.run(['run', ...args], options);
const sh = (script: string) => ['--', 'sh', '-c', script];
const count = (pattern: RegExp) => gate.passed().filter((name) => pattern.test(name)).length;
const acknowledgements = () => count(/acknowledge$/);
const claims = () => count(/claim$/);
const found = async (link: string) => (await sender.run(['get', '-'], { input: link.replace(gate.url, service.url) })).code;
const content = (name: string) => readFileSync(join(client.folder, name), 'utf8');
const until = async (isDone: () => boolean) => {
  while (!isDone()) await sleep(10);
};

describe('a command that runs with secrets', () => {
  it('has them in variables and pipes, and its output shows their names', async () => {
    const key = `-----BEGIN KEY-----\n${'k'.repeat(70_000)}\n-----END KEY-----\n`;
    const [token, file] = [await burn(`${SECRET}\n`), await burn(key)];
    const script = 'printf %s "$TOKEN" > token; cat "$KEY" > key1; cat < "$KEY" > key2; cat "$KEY"; echo "$TOKEN" >&2; exit 7';
    const result = await run(['--env', `TOKEN=${token}`, '--file', `KEY=${file}`, ...sh(script)]);
    expect(said(result)).toEqual([7, '[secret KEY]\n[secret KEY]\n[secret KEY]\n', '[secret TOKEN]\n']);
    expect([content('token'), content('key1') === key, content('key2') === key]).toEqual([SECRET, true, true]);
    expect([acknowledgements(), await found(token), await found(file)]).toEqual([2, 3, 3]);
  });

  it('gets a link from the variable of the name, which no list of processes shows', async () => {
    const link = await burn();
    const result = await run(['--env', 'TOKEN', ...sh('printf %s "$TOKEN" > token')], { env: { TOKEN: link } });
    expect([...said(result), content('token')]).toEqual([0, '', '', SECRET]);
  });

  it('has none of the client’s own secrets', async () => {
    const own = { SEALPASTE_PASSWORD: 'password of links' };
    const result = await run(['--env', `TOKEN=${await burn()}`, ...sh('printenv SEALPASTE_PASSWORD SEALPASTE_API_KEY; echo end')], {
      env: own,
    });
    expect(said(result)).toEqual([0, 'end\n', '']);
  });

  it('gets a secret that somebody was asked for', async () => {
    let told = '';
    const result = await run(['--env', 'TOKEN=request:Token of the printer', ...sh('printf %s "$TOKEN" > token; echo "$TOKEN"')], {
      onStart: ({ stderr }) =>
        void stderr?.on('data', (piece: Buffer) => {
          told += piece;
          if (told.endsWith('\n')) void sender.run(['answer', told.trim()], { input: SECRET });
        }),
    });
    expect(said(result)).toEqual([0, '[secret TOKEN]\n', expect.stringMatching(/^http:\S+\/request\/\w{24}#[\w-]{43}\.[\w-]{43}\n$/)]);
    expect([content('token'), readdirSync(join(client.home, '.local/state/sealpaste/requests'))]).toEqual([SECRET, []]);
  });

  it('gets standard input as it is, and signals; its exit code is passed on', async () => {
    const link = await burn();
    expect(said(await run(['--env', `TOKEN=${link}`, ...sh('cat; kill -TERM $$')], { input: 'in' }))).toEqual([143, 'in', '']);
    const script = 'trap "echo got; exit 5" TERM; echo ready; while :; do sleep 0.02; done';
    const onStart = (child: ChildProcess) => void child.stdout?.once('data', () => child.kill('SIGTERM'));
    expect(said(await run(['--env', `TOKEN=${await burn()}`, ...sh(script)], { onStart }))).toEqual([5, 'ready\ngot\n', '']);
  });

  it('shows what it prints as it is with --no-mask', async () => {
    expect(said(await run(['--no-mask', '--env', `TOKEN=${await burn()}`, ...sh('printf %s "$TOKEN"')]))).toEqual([0, SECRET, '']);
  });

  it('ends like in a pipe when nobody reads its output any more', async () => {
    const script = 'while echo again; do :; done 2>/dev/null; echo ended > ended';
    const onStart = (child: ChildProcess) => void child.stdout?.once('data', () => child.stdout?.destroy());
    await run(['--env', `TOKEN=${await burn()}`, '--', 'sh', '-c', `trap '' PIPE; ${script}`], { onStart });
    expect(content('ended')).toBe('ended\n');
  });
});

describe('nothing is used up', () => {
  it.each([
    [127, /no such command/, ['--', './missing']],
    [127, /no such command/, ['--', 'sealpaste-missing']],
    [126, /not executable/, ['--', './text']],
  ])('by a command with exit code %i', async (code, why, command) => {
    writeFileSync(join(client.folder, 'text'), 'text');
    const link = await burn();
    expect(said(await run(['--env', `TOKEN=${link}`, ...command]))).toEqual([code, '', expect.stringMatching(why)]);
    expect([claims(), await found(link)]).toEqual([0, 0]);
  });

  it('while another link is gone, or not a link, or one name has two', async () => {
    const [link, gone] = [await burn(), await burn()];
    await found(gone);
    const both = (other: string) => run(['--env', `TOKEN=${link}`, '--env', other, ...sh('echo ran')]);
    expect(said(await both(`OTHER=${gone}`))).toEqual([3, '', expect.stringMatching(/no such paste/)]);
    for (const wrong of [`TOKEN=${link}`, 'OTHER', 'OTHER=', '1=x', `OTHER=https://S3CRET.example`])
      expect(said(await both(wrong))).toEqual([2, '', expect.not.stringContaining('S3CRET')]);
    expect([claims(), await found(link)]).toEqual([0, 0]);
  });

  it('for good by a command that fails to start: the same one gets it again', async () => {
    const link = await burn();
    const [script, args] = [join(client.folder, 'script'), ['--env', `TOKEN=${link}`, '--', './script']];
    writeFileSync(script, '#!/missing/interpreter\n', { mode: 0o755 });
    expect(said(await run(args))).toEqual([127, '', expect.stringMatching(/Nothing is lost.*same command.*\n.*no such command/s)]);
    expect([claims() > 0, acknowledgements()]).toEqual([true, 0]);
    writeFileSync(script, '#!/bin/sh\nprintf %s "$TOKEN" > token\n');
    chmodSync(script, 0o755);
    expect([(await run(args)).code, content('token'), acknowledgements()]).toEqual([0, SECRET, 1]);
  });

  it('for good by a text that a variable can not hold', async () => {
    const link = await burn(Buffer.of(0xff, 0, 1, 2, 3));
    expect(said(await run(['--env', `TOKEN=${link}`, ...sh('echo ran')]))).toEqual([1, '', expect.stringMatching(/Use --file/)]);
    expect((await run(['--file', `TOKEN=${link}`, ...sh('cat "$TOKEN" > token')])).code).toBe(0);
    expect(readFileSync(join(client.folder, 'token'))).toEqual(Buffer.of(0xff, 0, 1, 2, 3));
  });
});

describe('the recipes of docs/run.md, as they are written', () => {
  const document = readFileSync(join(rootDir, 'docs/run.md'), 'utf8');
  const recipe = (name: string) => /```\w+\n([\s\S]*?)```/.exec(document.split(`<!-- recipe:${name} -->`)[1] ?? '')?.[1] ?? '';
  const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

  async function shell(program: string, args: string[], input: string, env: Record<string, string> = {}): Promise<Run> {
    const bin = join(client.folder, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'npm'), '#!/bin/sh\necho "$1 with $NODE_AUTH_TOKEN"\n', { mode: 0o755 });
    writeFileSync(join(bin, 'sealpaste'), `#!/bin/sh\nexec ${process.execPath} ${rootDir}dist/cli/sealpaste.mjs "$@"\n`, { mode: 0o755 });
    const all = { NODE_ENV: 'test' as const, PATH: `${bin}:${process.env.PATH}`, HOME: client.home, SEALPASTE_URL: gate.url, ...env };
    const child = spawn(program, args, { cwd: client.folder, env: all, detached: true });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (piece: Buffer) => (stdout += piece));
    child.stderr.on('data', (piece: Buffer) => {
      stderr += piece;
      const link = /^\S+\/request\/\S+(?=\n)/.exec(stderr)?.[0];
      if (link && stderr.endsWith('\n')) void sender.run(['answer', link.replace(gate.url, service.url)], { input: SECRET });
    });
    child.stdin.end(input);
    const [code] = (await once(child, 'close')) as [number];
    return { code, stdout: Buffer.from(stdout), stderr };
  }

  it.skipIf(!has('git'))('git gets the password, and what it prints is masked', async () => {
    const input = 'protocol=https\nhost=git.example\n\n';
    const filled = await shell('sh', ['-c', recipe('git'), 'sh', 'credential', 'fill'], input, { GIT_TOKEN: await burn('S3CRET-token') });
    expect([filled.code, filled.stdout.toString()]).toEqual([0, `${input.trim()}\nusername=ci\npassword=[secret GIT_TOKEN]\n`]);
  });

  it.skipIf(!has('kubectl'))('kubectl makes a secret of what somebody entered', async () => {
    const made = await shell('sh', ['-c', recipe('kubernetes'), 'sh', '--dry-run=client', '-o', 'yaml'], '');
    expect([made.code, made.stdout.toString()]).toEqual([0, expect.stringMatching(/^ {2}token: \[secret TOKEN\]\S{0,4}$/m)]);
  });

  it.each([
    ['GitHub', 'github', / {4}(.*)/g, async () => ({})],
    ['GitLab', 'gitlab', / {4}- (.*)/g, async () => ({ NODE_AUTH_TOKEN: await burn('S3CRET-token') })],
  ])('the job of %s gets the client, checks it, and runs with the token', async (_, name, step, variables) => {
    const [steps = ''] = recipe(name).split('timeout-minutes');
    const script = [...steps.matchAll(step)].map(([, line]) => line).join('\n');
    const sum = createHash('sha256')
      .update(readFileSync(`${rootDir}dist/cli/sealpaste.mjs`))
      .digest('hex');
    const args = ['-eo', 'pipefail', '-c', script.replaceAll('https://paste.example', gate.url)];
    const ran = await shell('bash', args, '', { SHA256: sum, SEALPASTE_SHA256: sum, ...(await variables()) });
    expect([ran.code, ran.stdout.toString()]).toEqual([0, 'sealpaste.mjs: OK\npublish with [secret NODE_AUTH_TOKEN]\n']);
    const other = await shell('bash', args, '', { SHA256: sum.replace(/^./, 'x'), SEALPASTE_SHA256: '' });
    expect([other.code === 0, other.stdout.toString()]).toEqual([false, expect.not.stringContaining('publish')]);
  });

  it.skipIf(!has('ansible-playbook'))('Ansible writes the token, and shows it nowhere', async () => {
    const tasks = recipe('ansible').replace('/etc/printer.token', join(client.folder, 'token')).replaceAll(/^/gm, '    ');
    writeFileSync(join(client.folder, 'play.yml'), `- hosts: localhost\n  connection: local\n  gather_facts: false\n  tasks:\n${tasks}`);
    const played = await shell('ansible-playbook', ['-vvv', 'play.yml'], '', { TOKEN_LINK: await burn() });
    expect([played.code, content('token')]).toEqual([0, SECRET]);
    expect(findIn(Buffer.concat([played.stdout, Buffer.from(played.stderr)]), SECRET)).toEqual([]);
  });

  it.skipIf(!has('vim'))('vim replaces the text by a link to it', async () => {
    writeFileSync(join(client.folder, 'vimrc'), recipe('vim'));
    writeFileSync(join(client.folder, 'notes'), 'first\nsecond\n');
    expect((await shell('vim', ['-N', '-es', '-u', 'vimrc', '-c', '%Share', '-c', 'wq', 'notes'], '')).code).toBe(0);
    const link = content('notes').trim();
    expect((await sender.run(['get', '-'], { input: link })).stdout.toString()).toBe('first\nsecond\n');
  });
});

/** Moments to wait for, and whether the command has the secret by then; null: it may. */
const MOMENTS: [string, () => Promise<unknown>, { isUsed: boolean | null }][] = [
  ['before it looks', () => gate.hold(/^HEAD/), { isUsed: false }],
  ['before the first claim arrives', () => gate.hold(/claim$/), { isUsed: false }],
  ['before the content is sent', () => gate.hold(/^GET \/raw/), { isUsed: false }],
  ['before the acknowledgement arrives', () => gate.hold(/acknowledge$/), { isUsed: true }],
  ['when the first claim was refused for want of a proof', () => until(() => claims() === 1), { isUsed: null }],
  ['when its claim was taken', () => until(() => claims() === 2), { isUsed: null }],
  ['when the content was sent', () => until(() => count(/^GET \/raw/) === 1), { isUsed: null }],
  ['when the command has started', () => until(() => existsSync(join(client.folder, 'started'))), { isUsed: true }],
  ['when the acknowledgement arrived', () => until(() => acknowledgements() === 1), { isUsed: true }],
  ['while the command runs', () => until(() => existsSync(join(client.folder, 'token'))), { isUsed: true }],
];

describe('a client that is killed', () => {
  it.each(MOMENTS)('%s loses nothing that was not used', async (_, moment, { isUsed }) => {
    const link = await burn();
    const script = 'touch started; printf %s "$TOKEN" > token.part && mv token.part token; sleep 0.1';
    const args = ['--env', `TOKEN=${link}`, ...sh(script)];
    await run(args, { onStart: (child) => void moment().then(() => child.kill('SIGKILL')) });
    gate.drop();
    if (isUsed) await until(() => existsSync(join(client.folder, 'token')));
    if (isUsed !== null) expect(existsSync(join(client.folder, 'token'))).toBe(isUsed);
    const { code } = await run(args);
    // The same command gets it, unless it was used and that was acknowledged, which may have been under way when the client ended.
    if (code !== 0) expect([code, acknowledgements()]).toEqual([3, 1]);
    await until(() => existsSync(join(client.folder, 'token')));
    expect(content('token')).toBe(SECRET);
  });
});

it('a command that is killed has used its secret, and its exit code says so', async () => {
  const link = await burn();
  expect((await run(['--env', `TOKEN=${link}`, ...sh('kill -KILL $$')])).code).toBe(137);
  expect([acknowledgements(), await found(link)]).toEqual([1, 3]);
});

it('a value is in no file, list of processes, others’ environment, output or log', async () => {
  // Tests of other files run commands with secrets of their own at the same time.
  const value = `${SECRET} ${process.pid}`;
  const secrets = [value, 'S3CRET file'];
  const [TOKEN, FILE] = [await burn(value), await burn('S3CRET file')];
  const script = 'echo $PPID > parent; echo $$ > self; echo "$TOKEN"; cat "$FILE"; env; exec sleep 30';
  async function look(): Promise<void> {
    // The shell has become `sleep`, so that its other commands have ended.
    await until(() => existsSync(join(client.folder, 'self')) && ofProcess(content('self').trim(), 'cmdline').indexOf('sleep') === 0);
    const [parent, self] = [content('parent').trim(), content('self').trim()];
    const others = processIds().filter((pid) => pid !== self);
    const { stdout: list } = spawnSync('ps', ['axww', '-o', 'args']);
    for (const secret of secrets) {
      expect(findIn(list, secret)).toEqual([]);
      expect(others.filter((pid) => findIn(ofProcess(pid, 'environ'), secret).length > 0)).toEqual([]);
      expect(findIn(ofProcess(parent, 'cmdline'), secret)).toEqual([]);
      expect(findIn(filesBelow(client), secret)).toEqual([]);
    }
    // The search works: it finds the value where it has to be.
    expect(findIn(ofProcess(self, 'environ'), value)).not.toEqual([]);
  }
  let looked: Promise<void> | undefined;
  const result = await run(['--env', 'TOKEN', '--file', 'FILE', ...sh(script)], {
    env: { TOKEN, FILE },
    onStart: (child) => {
      looked = look().finally(() => child.kill('SIGTERM'));
    },
  });
  await looked;
  expect(result.code).toBe(143);
  const log = await service.web.log();
  for (const secret of secrets) {
    expect(findIn(Buffer.concat([result.stdout, Buffer.from(result.stderr)]), secret)).toEqual([]);
    expect(findIn(Buffer.from(log), secret)).toEqual([]);
    expect(findIn(filesBelow(client), secret)).toEqual([]);
  }
  expect(log).toContain('/raw/:publicId');
});
