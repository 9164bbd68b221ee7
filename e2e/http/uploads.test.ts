/** Tests uploads by real curl, as people type them: the responses and the stored pastes. */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, createPaste, type PasteBody } from '../support/api';
import { peakGrowth } from '../support/memory';
import { withService } from '../support/service';

const MAX = 10 * 1024 * 1024;
const ORIGIN = 'https://paste.example';
const WEEK_MS = 604_800_000;
const UNICODE = 'aé€😀\u{10ffff}\n';
const JWE = 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA';

interface Sent {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Number of bytes of the body that were sent. */
  uploaded: number;
}

/** The stored paste; empty when nothing is stored. */
type Stored = Partial<PasteBody> & { livesMs?: number | null };

const service = withService({ variables: { BASE_URL: ORIGIN } });

describe('curl', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'uploads-'));
    const files: Record<string, string | Buffer> = {
      'notes.md': '# Notes\n',
      'style.css': 'a { color: red }\n',
      'unicode.txt': UNICODE,
      'two lines': 'one\r\ntwo\n',
      binary: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00]),
      latin1: Buffer.from('caf\xe9\n', 'latin1'),
      cut: Buffer.from('€').subarray(0, 2),
      empty: '',
      'most.txt': 'x'.repeat(MAX),
      'wide.txt': '😀'.repeat(MAX / 4),
      'more.txt': 'x'.repeat(MAX + 1),
      'sealed.jwe': JWE,
      netrc: `machine 127.0.0.1 login me password ${service.owner['X-Api-Key']}\n`,
    };
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** @param line what follows `curl`; `URL` stands for the server, `KEY` for anna's key @param input what is piped into it */
  async function curl(line: string, input?: string): Promise<Sent> {
    const words = (line.match(/'[^']*'|\S+/g) ?? [])
      .map((word) => word.replaceAll("'", ''))
      .map((word) => word.replaceAll('URL', service.url).replaceAll('KEY', service.owner['X-Api-Key']));
    const args = ['-sS', '--max-time', '60', '-D', 'head', '-o', 'body', '-w', '%{http_code} %{size_upload}', ...words];
    const child = spawn('curl', args, { cwd: folder, stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] });
    let printed = '';
    child.stdout?.on('data', (text) => (printed += text));
    child.stderr?.on('data', (text) => (printed += text));
    child.stdin?.on('error', () => undefined).end(input);
    await new Promise((resolve) => child.once('close', resolve));
    const [, status, uploaded] = /(\d{3}) (\d+)$/.exec(printed) ?? [];
    if (status === undefined) throw new Error(printed);
    const head = await readFile(join(folder, 'head'), 'utf8');
    const last = head.trimEnd().split('\r\n\r\n').at(-1) ?? '';
    const headers = Object.fromEntries(
      [...last.matchAll(/^([^:\r\n]+): (.*?)\r?$/gm)].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
    );
    const body = await readFile(join(folder, 'body'), 'utf8').catch(() => '');
    await rm(join(folder, 'body'), { force: true });
    return { status: Number(status), uploaded: Number(uploaded), headers, body };
  }

  async function storedUnder(link: string): Promise<Stored> {
    const publicId = link.trim().split('/').at(-1) ?? '';
    const { status, body } = await call<PasteBody>(`${service.url}/api/v1/pastes/${publicId}`);
    expect(status).toBe(200);
    const { content, title, syntax, isE2ee, burnAfterRead, createdAt, expiresAt } = body;
    return {
      content,
      title,
      syntax,
      isE2ee,
      burnAfterRead,
      livesMs: expiresAt === null ? null : Date.parse(expiresAt) - Date.parse(createdAt),
    };
  }

  const countPastes = async () => Number((await service.db.read('SELECT count(*) AS count FROM pastes'))[0]?.count);

  it.each<[string, Stored, string?]>([
    ['-T notes.md URL/', { content: '# Notes\n', title: 'notes.md', syntax: 'markdown', livesMs: WEEK_MS }],
    ['-T unicode.txt URL/', { content: UNICODE }],
    ['-T - URL/named.rs', { title: 'named.rs', syntax: 'rust' }, 'fn main() {}'],
    ["-T notes.md 'URL/x.md?ttl=90s&title=Mine'", { title: 'Mine', syntax: 'markdown', livesMs: 90_000 }],
    ['-T notes.md URL/%c3%bc%2b%5b1%5d.md', { title: 'ü+[1].md', syntax: 'markdown' }],
    ['-T notes.md URL/metrics', { title: 'metrics' }],
    ['-d content=text -d burn=1 -d ttl=2h URL/', { content: 'text', burnAfterRead: true, livesMs: 7_200_000 }],
    ['-d text -u alice:secret URL/', { content: 'text' }],
    ["-T notes.md 'URL/?burn=1'", { burnAfterRead: true, content: '# Notes\n' }],
    ["-T sealed.jwe -H 'Content-Type: application/jose' URL/", { isE2ee: true }],
    ['--data-binary @- URL/', { content: 'piped\n' }, 'piped\n'],
    ["-d 'a=b&c=d%20e' URL/", { content: 'a=b&c=d%20e', title: '' }],
    ["-F 'file=<-' URL/", { content: 'piped' }, 'piped'],
    ["-F file=@notes.md -F ttl=2h -F 'title=After the file' URL/", { title: 'After the file', livesMs: 7_200_000 }],
    ["-F 'file=@notes.md;filename=../../up.py' URL/", { title: 'up.py', syntax: 'python' }],
    ['-T unicode.txt --http1.0 URL/', { content: UNICODE }],
    ["-T unicode.txt -H 'Transfer-Encoding: chunked' URL/", { content: UNICODE }],
    ["-T notes.md -H 'Expect: 100-continue' URL/", { content: '# Notes\n' }],
  ])('curl %s', async (line, expected, input) => {
    const { status, headers, body } = await curl(line, input);
    expect([status, body]).toEqual([201, expect.stringMatching(/^https:\/\/paste\.example\/view\/[0-9A-Za-z]{24}\n$/)]);
    const link = body.trim();
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      location: link,
      'x-service-raw-url': link.replace('/view/', '/raw/'),
      'x-service-manage-token': expect.stringMatching(/^[\w-]{32}$/),
    });
    const stored = await storedUnder(link);
    expect(stored).toMatchObject(expected);
    if (stored.livesMs === null) expect(headers.expires).toBeUndefined();
    else expect(Date.parse(headers.expires ?? '')).toBeGreaterThan(Date.now());
  });

  it.each<[string, number, string]>([
    ['-T latin1 URL/', 415, 'content: expected text in UTF-8'],
    ['-F file=@cut URL/', 415, 'content: expected text in UTF-8'],
    ["-d '' URL/", 400, 'content: expected at least one character'],
    ['-F file=@notes.md -F file=@style.css URL/', 400, 'file: expected one file'],
    ['-F oneshot=@notes.md URL/', 400, 'oneshot: expected the text as "file": curl -F file=@NAME -F burn=1'],
    ["-T notes.md 'URL/?colour=red'", 400, 'colour: unknown option'],
    ['-T more.txt URL/', 413, 'content: expected at most'],
    ['-F file=@more.txt URL/', 413, 'content: expected at most'],
    ["-d text -H 'Content-Encoding: gzip' URL/", 415, 'expected a body that is not compressed'],
    ["-d text -H 'Content-Type: multipart/form-data; boundary=x' URL/", 400, 'malformed multipart/form-data'],
    ['-T notes.md URL/%fc', 400, 'name: expected a name in UTF-8'],
    ['-d text -d burn=1 URL/', 400, 'burn: expected fields'],
    ["-T notes.md -H 'expire: 10m' URL/", 400, 'expire: this header has no effect: expected ?ttl=1h'],
    ["-d text -H 'Authorization: Bearer wrong' URL/", 401, 'Unauthorized'],
    ["-d text -H 'Sec-Fetch-Site: cross-site' URL/", 403, 'Forbidden'],
    ['-X PATCH -d text URL/', 405, 'Method Not Allowed'],
    ['-d text URL/name', 405, 'Method Not Allowed'],
  ])('curl %s is refused with %i: %s; nothing is stored', async (line, status, message) => {
    const before = await countPastes();
    const sent = await curl(line);
    expect([sent.status, sent.body]).toEqual([status, expect.stringMatching(/^error: [^\n]+\n$/)]);
    expect(sent.body).toContain(message);
    expect(await countPastes()).toBe(before);
  });

  it.each([
    ["-d text -H 'Authorization: Bearer KEY' URL/"],
    ["-d text -H 'X-Api-Key: KEY' URL/"],
    ['-d text -u :KEY URL/'],
    ['-d text --netrc-file netrc URL/'],
  ])('curl %s belongs to the key', async (line) => {
    const { body } = await curl(line);
    const { body: listed } = await call<{ pastes: PasteBody[] }>(`${service.url}/api/v1/pastes?limit=1`, {
      headers: { Authorization: `Bearer ${service.owner['X-Api-Key']}` },
    });
    expect(body.trim()).toBe(`${ORIGIN}/view/${listed.pastes[0]?.publicId}`);
  });

  it('a request for JSON gets the responses of the API, errors too', async () => {
    const { status, body } = await curl("-T notes.md -H 'Accept: application/json' URL/");
    expect(status).toBe(201);
    expect(JSON.parse(body)).toEqual({
      publicId: expect.any(String),
      url: expect.any(String),
      rawUrl: expect.any(String),
      expiresAt: expect.any(String),
      isE2ee: false,
      manageToken: expect.any(String),
    });
    expect(JSON.parse((await curl("-d '' -H 'Accept: application/json' URL/")).body)).toMatchObject({
      error: 'Validation Error',
      code: 'validation',
    });
  });

  it('curl deletes a paste with the token from its headers, and with nothing less', async () => {
    const { body, headers } = await curl('-T notes.md URL/');
    const address = `${service.url}/api/v1/pastes/${body.trim().split('/').at(-1)}`;
    expect((await call(address, { method: 'DELETE' })).status).toBe(401);
    expect(
      (await call(address, { method: 'DELETE', headers: { 'X-Service-Manage-Token': headers['x-service-manage-token'] ?? '' } })).status,
    ).toBe(200);
  });

  it.each(['-T most.txt URL/', '-T wide.txt URL/', '-F file=@most.txt URL/', '--data-binary @wide.txt URL/'])(
    '10 MB by curl %s arrive to the byte',
    async (line) => {
      const { status, body } = await curl(line);
      expect(status).toBe(201);
      const raw = await fetch(`${service.url}/raw/${body.trim().split('/').at(-1)}`);
      const file = /(most|wide)\.txt/.exec(line)?.[0] ?? '';
      expect(Buffer.from(await raw.arrayBuffer()).equals(await readFile(join(folder, file)))).toBe(true);
    },
  );

  it('10 MB, four at once, take less memory than they bring, by whichever way', async () => {
    const file = join(folder, 'most.txt');
    const ways = [
      ['-T', file],
      ['-T', '-'],
      ['-F', `file=@${file}`],
      ['-F', 'file=<-'],
      ['--data-binary', `@${file}`],
      ['-d', `@${file}`],
    ];
    const upload = (args: string[]) => {
      const stdin = openSync(file, 'r');
      const child = spawn('curl', ['-sS', '-o', '/dev/null', '-w', '%{http_code}', ...args, `${service.url}/`], {
        stdio: [stdin, 'pipe', 'inherit'],
      });
      closeSync(stdin);
      return text(child.stdout as Readable);
    };
    // Each way runs once beforehand, because code and buffers of the database stay in memory after their first use.
    await Promise.all(ways.map(upload));
    for (const way of ways) {
      let statuses: string[] = [];
      const growth = await peakGrowth(service.web, async () => {
        statuses = await Promise.all([way, way, way, way].map(upload));
      });
      expect([way, statuses]).toEqual([way, ['201', '201', '201', '201']]);
      expect([way, growth, growth < 4 * MAX]).toEqual([way, expect.any(Number), true]);
    }
  });

  it.each(["-T most.txt -H 'Authorization: Bearer wrong' URL/", "-T most.txt 'URL/?ttl=soon'", '-T more.txt URL/'])(
    'a refused upload of 10 MB by curl %s is not sent',
    async (line) => {
      const { status, uploaded } = await curl(`--expect100-timeout 60 -H 'Expect: 100-continue' ${line}`);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(uploaded).toBe(0);
    },
  );
});

describe('tools', () => {
  it('for haste store a document and read it again', async () => {
    const content = `"quotes" \\ and\n${UNICODE}`;
    const stored = await fetch(`${service.url}/documents`, { method: 'POST', body: content });
    expect(stored.status).toBe(200);
    const { key } = (await stored.json()) as { key: string };
    expect(await call(`${service.url}/documents/${key}`)).toMatchObject({ status: 200, body: { key, data: content } });
    expect((await call(`${service.url}/documents/${'A'.repeat(24)}`)).status).toBe(404);
    expect((await call(`${service.url}/documents/no-id`)).status).toBe(404);
  });

  it('tools for haste read a document whole, and a burn paste once, not by looking', async () => {
    const content = '€"\n'.repeat(200_000);
    const { publicId } = await createPaste(service.url, { content });
    expect((await call<{ data: string }>(`${service.url}/documents/${publicId}`)).body.data === content).toBe(true);
    const once = await createPaste(service.url, { content: 'once', burnAfterRead: true });
    const address = `${service.url}/documents/${once.publicId}`;
    const looked = await call(address, { headers: { Accept: 'text/html' } });
    expect([looked.status, looked.headers.get('location')]).toEqual([303, `/view/${once.publicId}`]);
    expect(await call(address)).toMatchObject({ status: 200, body: { data: 'once' } });
    expect((await call(address)).status).toBe(404);
  });

  it.each(['', '.py', '.html', '.tar'])('that print /ID%s lead to the page', async (ending) => {
    const { publicId } = await createPaste(service.url, { content: 'x' });
    const { status, headers } = await call(`${service.url}/${publicId}${ending}`);
    expect([status, headers.get('location')]).toEqual([303, `/view/${publicId}`]);
    expect((await call(`${service.url}/${publicId.slice(1)}${ending}`)).status).toBe(404);
  });

  it('like ShareX get a file that says how to upload here', async () => {
    const { status, headers, body } = await call(`${service.url}/sealpaste.sxcu`);
    expect([status, headers.get('content-disposition')]).toEqual([200, 'attachment; filename="sealpaste.sxcu"']);
    expect(body).toMatchObject({ RequestMethod: 'POST', RequestURL: `${ORIGIN}/`, FileFormName: 'file', URL: '{response}' });
  });

  it('the manual fits one screen and names this host, and wrong calls are sent to it', async () => {
    const { status, headers, body } = await call<string>(`${service.url}/help.txt`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body.trimEnd().split('\n').length).toBeLessThanOrEqual(25);
    expect(Math.max(...body.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(body).toContain(`curl -T notes.md ${ORIGIN}/`);
    const wrong = await fetch(`${service.url}/api/v1/pastes`, { method: 'POST', body: 'text' });
    expect([wrong.status, await wrong.text()]).toEqual([415, expect.stringContaining('/help.txt')]);
  });
});
