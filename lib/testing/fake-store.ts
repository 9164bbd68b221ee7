/** An S3-compatible store in this process: it checks signatures, remembers what it was asked, and fails on demand. */
import { createHash, randomBytes } from 'node:crypto';
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
  /** Objects of which not all parts are there, by the id of the upload. */
  const uploads = new Map<string, { name: string; begunAt: string; parts: Map<number, Buffer> }>();
  const asked: { method: string; name: string }[] = [];
  const state = {
    /** Decides before each request whether it fails. */
    fault: (_method: string, _name: string): Fault | null | Promise<Fault | null> => null,
    /** Runs after a request has taken effect and before its response, which is lost when this fails. */
    after: async (_method: string, _name: string): Promise<void> => undefined,
  };

  // It never closes an idle connection just while a busy client sends on it.
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
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
    const query = url.searchParams;
    const uploadId = query.get('uploadId');
    const upload = uploads.get(uploadId ?? '');
    if (uploadId !== null && !upload) return refuse(404, 'NoSuchUpload');
    const found = objects.get(name);
    const part = Number(query.get('partNumber'));
    if (upload && method === 'PUT') upload.parts.set(part, body);
    else if (method === 'PUT') objects.set(name, body);
    if (upload && method === 'POST') objects.set(name, Buffer.concat(numbersIn(body).map((number) => upload.parts.get(number) as Buffer)));
    if (upload && method !== 'PUT') uploads.delete(uploadId ?? '');
    else if (method === 'DELETE') objects.delete(name);
    const isLost = await state.after(method, name).then(
      () => false,
      () => true,
    );
    if (isLost) return void request.socket.destroy();
    if (method === 'PUT') return void response.writeHead(200, { ETag: etagOf(body) }).end();
    if (upload) return method === 'POST' ? end(200, '<CompleteMultipartUploadResult/>') : end(204);
    if (method === 'POST') return end(200, `<UploadId>${begin(name)}</UploadId>`);
    if (name === '') return end(200, query.has('uploads') ? uploadsOf() : listOf(objects, query));
    if (method === 'DELETE') return end(204);
    if (!found) return refuse(404, 'NoSuchKey');
    const { range, 'if-match': wanted = etagOf(found) } = request.headers;
    if (wanted !== etagOf(found)) return refuse(412, 'PreconditionFailed');
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    const content = from === undefined ? found : found.subarray(Number(from), Number(to) + 1);
    response.writeHead(from === undefined ? 200 : 206, { ETag: etagOf(found), 'Content-Length': content.length });
    response.end(method === 'HEAD' ? '' : content);
  });
  function begin(name: string): string {
    const id = randomBytes(8).toString('hex');
    uploads.set(id, { name, begunAt: new Date().toISOString(), parts: new Map() });
    return id;
  }
  const uploadsOf = () =>
    [...uploads]
      .map(([id, { name, begunAt }]) => `<Upload><Key>${name}</Key><UploadId>${id}</UploadId><Initiated>${begunAt}</Initiated></Upload>`)
      .join('');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    objects,
    uploads,
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

const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

const numbersIn = (body: Buffer): number[] =>
  [...body.toString('utf8').matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) => Number(number));

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
