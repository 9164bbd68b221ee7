/** Lets XMLHttpRequest send by `fetch`, so that one fake server responds to uploads, too. */
import { vi } from 'vitest';

class UploadByFetch extends EventTarget {
  readonly upload = new EventTarget();
  private readonly headers = new Headers();
  private target = { method: '', path: '' };
  private response = new Response();
  responseText = '';

  get status(): number {
    return this.response.status;
  }
  open(method: string, path: string): void {
    this.target = { method, path };
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }
  getResponseHeader(name: string): string | null {
    return this.response.headers.get(name);
  }
  abort(): void {}
  async send(body: Blob): Promise<void> {
    const { method, path } = this.target;
    try {
      this.response = await fetch(path, { method, headers: this.headers, body: await body.text() });
      this.responseText = await this.response.text();
      this.dispatchEvent(new Event('load'));
    } catch {
      this.dispatchEvent(new Event('error'));
    }
  }
}

/** Call after `serve`. */
export const uploadByFetch = (): void => void vi.stubGlobal('XMLHttpRequest', UploadByFetch);
