/**
 * Tests the image as far as that works without Docker: the files that the Dockerfile copies, in a folder of their own, run by a
 * user who can write only to /data.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rootDir } from '../../scripts/source-hash.mjs';
import { createPaste, readPaste } from '../support/api';
import { copyProject } from '../support/copy-project.mjs';
import { type Environment, newMasterKey, type Place, type RunningProcess, run, runToEnd } from '../support/processes';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const dockerfile = readFileSync(join(rootDir, 'Dockerfile'), 'utf8').replace(/\\\n\s*/g, ' ');
const runtime = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));

/** Arguments of an instruction, or of its JSON form. */
const instruction = (name: string) => new RegExp(`^${name} (.*)$`, 'm').exec(runtime)?.[1] ?? '';
const jsonOf = (text: string) => JSON.parse(text.slice(text.indexOf('['))) as string[];

describe('the image', () => {
  let folder: string;
  let app: string;
  let data: string;
  let environment: Environment;
  let place: Place;
  const running: RunningProcess[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sealpaste-image-'));
    chmodSync(folder, 0o755);
    app = join(folder, 'app');
    data = join(folder, 'data');
    mkdirSync(app);
    mkdirSync(data, { mode: 0o700 });
    const built = join(folder, 'build');
    copyProject(built);
    // Not as well compressed: that takes a minute, and changes no other file.
    expect(dockerfile).toContain('RUN BUILD_IMAGE=yes npm run build -- --release && rm .next/standalone/server.js\n');
    execFileSync(process.execPath, ['scripts/run.mjs', 'build'], { cwd: built, env: { ...process.env, BUILD_IMAGE: 'yes' } });
    rmSync(join(built, '.next/standalone/server.js'));
    for (const [, sources = '', target = ''] of runtime.matchAll(/^COPY --from=build (.+) (\S+)$/gm)) {
      mkdirSync(join(app, target), { recursive: true });
      for (const source of sources.split(' ')) {
        const path = join(built, source.replace(/^\/app\//, ''));
        // Docker copies what stands in a folder, not the folder.
        execFileSync('cp', ['-a', statSync(path).isDirectory() ? `${path}/.` : path, join(app, target)]);
      }
    }
    rmSync(built, { recursive: true });
    execFileSync('chmod', ['-R', 'go-w', app]);
    if (isRoot) chownSync(data, NOBODY, NOBODY);
    else execFileSync('chmod', ['-R', 'a-w', app]);

    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    server.close();
    const fixed = Object.fromEntries(
      [...instruction('ENV').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value?.replace('/data', data)]),
    );
    environment = {
      ...(fixed as Environment),
      MASTER_KEY: newMasterKey(),
      HOST: '127.0.0.1',
      PORT: String(port),
      BASE_URL: `http://127.0.0.1:${port}`,
    };
    place = { cwd: app, ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}) };
  });
  afterAll(async () => {
    for (const one of running) await one.kill();
    if (folder) {
      execFileSync('chmod', ['-R', 'u+w', folder]);
      rmSync(folder, { recursive: true, force: true });
    }
  });

  const nodeArguments = (command: string[]) => {
    expect(command[0]).toBe('node');
    return command.slice(1);
  };

  it('the image runs as nobody on a read-only tree, keeps data in /data and stops', async () => {
    const web = run(nodeArguments(jsonOf(instruction('CMD'))), environment, place);
    running.push(web);
    await web.waitFor('web is listening');
    const url = environment.BASE_URL as string;
    const { publicId } = await createPaste(url, { content: 'in the image' });
    expect((await readPaste(url, publicId)).body.content).toBe('in the image');
    // The image serves a page with its scripts and styles.
    const page = await fetch(`${url}/`);
    expect(page.status).toBe(200);
    // Next would list the page's files in this header if its configuration were missing.
    expect((await fetch(`${url}/docs/cli`)).headers.get('link')).toBeNull();
    // A page of the account needs a package that Next loads by itself.
    expect((await fetch(`${url}/account`)).status).toBe(200);
    const assets = [...new Set((await page.text()).match(/\/assets\/[^"\\ ]+\.js/g))];
    expect(assets.length).toBeGreaterThan(1);
    for (const asset of assets) expect([asset, (await fetch(url + asset)).status]).toEqual([asset, 200]);

    const health = nodeArguments(jsonOf(instruction('HEALTHCHECK')));
    expect((await runToEnd(health, environment, place)).code).toBe(0);
    expect((await runToEnd(health, { ...environment, PORT: '1' }, place)).code).toBe(1);
    const doctor = await runToEnd(['dist/admin.js', 'doctor'], environment, place);
    expect(doctor).toMatchObject({ code: 0, stderr: '' });

    const worker = run(['dist/worker.js'], { ...environment, METRICS_PORT: '0', BACKUP_INTERVAL_HOURS: '1' }, place);
    running.push(worker);
    await worker.waitFor('backup made');
    expect(readdirSync(data).sort()).toEqual(expect.arrayContaining(['backups', 'sealpaste.db']));
    const METRICS_PORT = String(/"metricsPort":(\d+)/.exec(worker.output())?.[1]);
    expect((await runToEnd([...health, 'worker'], { ...environment, METRICS_PORT }, place)).code).toBe(0);

    expect(instruction('STOPSIGNAL')).toBe('SIGTERM');
    expect(await Promise.all([web.stop(), worker.stop()])).toEqual([0, 0]);
    expect(web.output() + worker.output()).not.toMatch(/EACCES|EROFS|EPERM/);
  });

  it('takes 80 MB beside Node, most of it for pages in 13 languages', () => {
    const [megabytes] = execFileSync('du', ['-sm', '--apparent-size', app], { encoding: 'utf8' }).split('\t');
    expect(Number(megabytes)).toBeLessThan(80);
  });

  it('has one volume, another user than root, and none of the tools that built it', () => {
    expect(instruction('USER')).toBe('node');
    expect(instruction('VOLUME')).toBe('/data');
    expect(existsSync(join(app, 'node_modules/typescript'))).toBe(false);
    expect(existsSync(join(app, 'node_modules/prisma'))).toBe(false);
  });
});
