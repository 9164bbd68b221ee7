import { vi } from 'vitest';

export interface Asked {
  method: string;
  path: string;
  headers: Headers;
  /** The body as text; empty when there is none. */
  body: string;
}

/** @returns every request, in the order in which they were made */
export function serveFetch(respond: (asked: Asked) => Response | Promise<Response>): readonly Asked[] {
  const all: Asked[] = [];
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const asked = { method, path, headers: new Headers(headers), body: String(body ?? '') };
    all.push(asked);
    return respond(asked);
  });
  return all;
}

/** A response that never comes. */
export const silence = () => new Promise<Response>(() => undefined);
