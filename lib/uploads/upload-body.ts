/**
 * Reads an upload: its text goes to a sink, piece by piece; other parts of a form are options.
 *
 * Guarantees: memory is bounded; a client that waits for `100 Continue` is refused before it sends a wrong body; only
 * UTF-8 reaches the sink.
 */
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { type PieceSink, readBytes, refuseAnnounced, refuseEncoded } from '../http/body';
import { HTTP_ERRORS, PayloadTooLargeError, PublicError, unsupportedMedia, ValidationError } from '../http/errors';
import { contentTooLarge } from '../pastes/paste.errors';
import { MAX_CONTENT_BYTES } from '../pastes/paste.rules';
import { beginsAsForm, FORM_TYPE, MAX_ENCODED_BYTES, mayBeForm, readEncodedForm } from './upload-form';
import { type GivenOptions, meantInsteadOfFile } from './upload-options';

/** Bytes of the other parts of a form. */
const MAX_FORM_BYTES = 64 * 1024;
const LIMITS = { fieldNameSize: 64, fieldSize: 4 * 1024, fields: 16, headerSize: 8 * 1024 };

/** The only parts that are the content, even without the name of a file (`-F 'file=<-'`). */
const CONTENT_PARTS = ['file', 'content'];

const TOO_LONG_FORM = `expected at most ${MAX_ENCODED_BYTES} bytes of encoded fields: curl -F file=@NAME or curl -T NAME takes more`;
const UNCLEAR = 'expected fields with one text and known options, such as -F file=@NAME -F burn=1, or a text alone: curl -T NAME';

export interface UploadBody {
  /** Name of the file, where the form has one. */
  fileName: string | null;
  options: GivenOptions;
}

/**
 * @param sink takes the text; reading waits for the promise that it returns
 * @throws PublicError 415, ValidationError, PayloadTooLargeError, ClientGoneError, and what `sink` throws
 */
export async function readUpload(request: Request, sink: PieceSink): Promise<UploadBody> {
  refuseEncoded(request);
  if (/^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')) return readMultipart(request, sink);
  if (Number(request.headers.get('content-length') ?? 0) > MAX_CONTENT_BYTES) throw contentTooLarge();
  const text = textOnly(sink);
  if (request.method === 'POST' && FORM_TYPE.test(request.headers.get('content-type') ?? '')) return readTextOrForm(request, text);
  await readBytes(request, text.push);
  text.end();
  return { fileName: null, options: [] };
}

/** Holds the body while it may be a form; a text is passed on from its first line break. */
async function readTextOrForm(request: Request, text: ReturnType<typeof textOnly>): Promise<UploadBody> {
  let held: Buffer[] | null = [];
  let bytes = 0;
  const release = () => {
    const whole = Buffer.concat(held ?? []);
    held = null;
    return text.push(whole);
  };
  await readBytes(request, (chunk) => {
    if (held === null) return text.push(chunk);
    // The connection's buffer may be used again.
    held.push(Buffer.from(chunk));
    bytes += chunk.length;
    if (!mayBeForm(chunk.toString('latin1'))) return release();
    if (bytes <= MAX_ENCODED_BYTES) return;
    if (beginsAsForm(Buffer.concat(held).toString('latin1', 0, 64))) throw new PayloadTooLargeError({ path: [], message: TOO_LONG_FORM });
    return release();
  });
  if (held !== null) {
    const form = readEncodedForm(Buffer.concat(held).toString('latin1'));
    if (form.kind === 'unclear') throw new ValidationError([{ path: [form.field], message: UNCLEAR }]);
    if (form.kind === 'form') {
      await text.push(form.content);
      text.end();
      return { fileName: null, options: form.options };
    }
    await release();
  }
  text.end();
  return { fileName: null, options: [] };
}

async function readMultipart(request: Request, sink: PieceSink): Promise<UploadBody> {
  refuseAnnounced(request, MAX_CONTENT_BYTES + MAX_FORM_BYTES, contentTooLarge);
  const options: [string, string][] = [];
  const body = { fileName: null as string | null, hasContent: false };
  let failure: unknown;
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = (error) => {
      failure ??= error;
      reject(error);
    };
  });
  failed.catch(() => undefined);

  /** Pending while the sink takes the file. */
  let taking = Promise.resolve();
  const form = openForm(request);
  const finished = new Promise<void>((resolve) => form.once('finish', resolve));
  form.on('error', () => fail(malformed()));
  form.on('fieldsLimit', () => fail(new PayloadTooLargeError({ path: [], message: `expected at most ${LIMITS.fields} parts` })));
  form.on('field', (name: string, value: string, _: boolean, isTruncated: boolean) => {
    if (isTruncated) fail(new PayloadTooLargeError({ path: [name], message: `expected at most ${LIMITS.fieldSize} bytes` }));
    else options.push([name, value]);
  });
  form.on('file', (name = '', file: BusboyFileStream, fileName: string | undefined) => {
    const problem = body.hasContent ? 'expected one file' : CONTENT_PARTS.includes(name) ? null : meantInsteadOfFile(name);
    if (problem !== null) {
      file.resume();
      return fail(new ValidationError([{ path: [name], message: problem }], { bodyUnread: true }));
    }
    body.hasContent = true;
    body.fileName = fileName ?? null;
    file.on('error', () => fail(malformed()));
    taking = takeText(file, sink);
    taking.catch(fail);
  });

  let formBytes = 0;
  await readBytes(request, (chunk) => {
    if (failure !== undefined) throw failure;
    formBytes += chunk.length;
    if (formBytes > MAX_CONTENT_BYTES + MAX_FORM_BYTES) throw contentTooLarge();
    return Promise.race([failed, new Promise<void>((resolve) => form.write(chunk, () => resolve()))]);
  });
  form.end();
  await Promise.race([failed, finished.then(() => taking)]);
  if (failure !== undefined) throw failure;
  if (!body.hasContent) throw new ValidationError([{ path: ['file'], message: 'Required' }]);
  return { fileName: body.fileName, options };
}

async function takeText(file: AsyncIterable<Buffer>, sink: PieceSink): Promise<void> {
  const text = textOnly(sink);
  for await (const piece of file) await text.push(piece);
  text.end();
}

function openForm(request: Request): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      limits: LIMITS,
      isPartAFile: (name, _, fileName) => fileName !== undefined || CONTENT_PARTS.includes(name ?? ''),
    });
  } catch {
    throw malformed();
  }
}

/** Passes UTF-8 on and refuses other bytes: stored contents are UTF-8, which JSON guarantees and an upload doesn't. */
function textOnly(sink: PieceSink) {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const decode = (bytes?: Buffer) => {
    try {
      decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw unsupportedMedia('text in UTF-8. Convert other text: iconv -t UTF-8. Encode binary files: base64 FILE', 'content');
    }
  };
  return {
    /** @throws PublicError 415, and what the sink throws */
    push(piece: Buffer): Promise<void> | undefined {
      decode(piece);
      return sink(piece);
    },
    /** @throws PublicError 415 when the text ends within a character */
    end: () => decode(),
  };
}

const malformed = () =>
  new PublicError(HTTP_ERRORS.bad_request, { details: [{ path: [], message: 'malformed multipart/form-data' }], bodyUnread: true });
