/** Replaces XMLHttpRequest; the test gives the response. */
import { act, getConfig, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import type { CreatedPasteJson } from '#lib/pastes/paste.schema';

const uploads: Upload[] = [];

/** Triggers an event and waits until React has rendered, as user-event does after a click. */
async function settled(happen: () => void): Promise<void> {
  await getConfig().asyncWrapper(async () => happen());
}

class Upload extends EventTarget {
  readonly upload = new EventTarget();
  readonly headers = new Headers();
  method = '';
  path = '';
  body = new Blob();
  isAborted = false;
  status = 0;
  responseText = '';
  private responseHeaders = new Headers();

  open(method: string, path: string): void {
    this.method = method;
    this.path = path;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }
  getResponseHeader(name: string): string | null {
    return this.responseHeaders.get(name);
  }
  send(body: Blob): void {
    this.body = body;
    uploads.push(this);
  }
  abort(): void {
    this.isAborted = true;
  }

  /** Parses the sent body. */
  async json(): Promise<Record<string, unknown> & { content: string }> {
    return JSON.parse(await this.body.text());
  }

  progress(loaded: number, total: number): void {
    act(() => this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total, lengthComputable: true })));
  }
  async respond(status: number, body: unknown, headers: Record<string, string> = {}): Promise<void> {
    await this.respondText(status, JSON.stringify(body), headers);
  }
  async respondText(status: number, responseText: string, headers: Record<string, string> = {}): Promise<void> {
    Object.assign(this, { status, responseText, responseHeaders: new Headers(headers) });
    await settled(() => this.dispatchEvent(new ProgressEvent('load')));
  }
  async create(fields: Partial<CreatedPasteJson> = {}): Promise<void> {
    await this.respond(201, { ...CREATED, ...fields });
  }
  /** Fails the request without a response. */
  async lose(): Promise<void> {
    await settled(() => this.dispatchEvent(new ProgressEvent('error')));
  }
}

export const CREATED = {
  publicId: 'abcdefghijklmnopqrstuvwx',
  url: 'https://paste.example/view/abcdefghijklmnopqrstuvwx',
  rawUrl: 'https://paste.example/raw/abcdefghijklmnopqrstuvwx',
  expiresAt: '2026-12-01T12:00:00.000Z',
  isE2ee: true,
  manageToken: 'manage-token',
} as const satisfies CreatedPasteJson;

/** Call before rendering each page. */
export function installUpload(): void {
  uploads.length = 0;
  vi.stubGlobal('XMLHttpRequest', Upload);
}

/** Returns all sent requests. */
export const sentUploads = (): readonly Upload[] => uploads;

/** Waits for the request after those already sent. */
export async function nextUpload(sent = 0): Promise<Upload> {
  await waitFor(() => expect(uploads.length).toBeGreaterThan(sent));
  const upload = uploads[sent];
  if (!upload) throw new Error(`expected upload ${sent}`);
  return upload;
}
