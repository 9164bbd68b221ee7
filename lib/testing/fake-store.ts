/** An S3-compatible store in this process: it checks signatures, remembers what it was asked, and fails on demand. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';

const KEYS = { accessKeyId: 'test-key-id', secretAccessKey: 'test-secret' };
const BUCKET = 'contents';
const PAGE = 1_000;

/** A fault in place of the store's work: it responds with a status, or ends the connection. */
type Fault = number | 'cut';

export type FakeStore = Awaited<ReturnType<typeof startFakeStore>>;

export async function startFakeStore() {
  const objects = new Map<string, Buffer>();
  const asked: { method: string; name: string }[] = [];
  const state = {
    /** Decides before each request whether it fails. */
    fault: (_method: string, _name: string): Fault | null | Promise<Fault | null> => null,
    /** Runs after a request has taken effect and before its response. */
    after: async (_method: string, _name: string): Promise<void> => undefined,
  };

  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    const [, bucket = '', name = ''] = /^\/([^/]*)\/(.*)$/.exec(url.pathname) ?? [];
    const method = request.method ?? '';
    const end = (status: number, content: string | Buffer = '') => void response.writeHead(status).end(method === 'HEAD' ? '' : content);
    const refuse = (status: number, code: string) => end(status, `<Error><Code>${code}</Code><Key>${KEYS.accessKeyId}</Key></Error>`);
    if (bucket !== BUCKET) return refuse(404, 'NoSuchBucket');
    if (!(await isSigned(request, url))) return refuse(403, 'SignatureDoesNotMatch');
    if (request.headers['x-amz-content-sha256'] !== createHash('sha256').update(body).digest('hex'))
      return refuse(400, 'XAmzContentSHA256Mismatch');
    asked.push({ method, name });
    const fault = await state.fault(method, name);
    if (fault === 'cut') return void request.socket.destroy();
    if (fault !== null) return refuse(fault, 'Made');
    const found = objects.get(name);
    if (method === 'PUT') objects.set(name, body);
    if (method === 'DELETE') objects.delete(name);
    await state.after(method, name);
    if (name === '') return end(200, listOf(objects, url.searchParams));
    if (method === 'GET' || method === 'HEAD') return found ? end(200, found) : refuse(404, 'NoSuchKey');
    end(method === 'DELETE' ? 204 : 200);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    objects,
    asked,
    state,
    variables: {
      CONTENT_STORE: `s3://${BUCKET}?endpoint=http://127.0.0.1:${port}`,
      CONTENT_STORE_KEY_ID: KEYS.accessKeyId,
      CONTENT_STORE_SECRET: KEYS.secretAccessKey,
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function isSigned({ method, headers }: IncomingMessage, url: URL): Promise<boolean> {
  const { authorization = '' } = headers;
  const names = /SignedHeaders=([\w;-]+)/.exec(authorization)?.[1]?.split(';') ?? [];
  const region = /Credential=[^/]+\/\d+\/([\w-]+)\//.exec(authorization)?.[1] ?? '';
  const signed = Object.fromEntries(names.filter((name) => name !== 'host').map((name) => [name, String(headers[name])]));
  const signer = new AwsV4Signer({
    ...KEYS,
    method: method ?? '',
    url: url.href,
    headers: signed,
    service: 's3',
    region,
    datetime: signed['x-amz-date'] ?? '',
  });
  return (await signer.sign()).headers.get('authorization') === authorization;
}

function listOf(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const [prefix, after] = [query.get('prefix') ?? '', query.get('start-after') ?? ''];
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort();
  const keys = names.slice(0, PAGE).map((name) => `<Contents><Key>${name}</Key></Contents>`);
  return `<ListBucketResult><IsTruncated>${names.length > PAGE}</IsTruncated>${keys.join('')}</ListBucketResult>`;
}
