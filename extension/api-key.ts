/** The API key for the server of the page. In the extension's pages this file takes the place of components/client/api-key.ts. */

let current: string | null = null;

export const apiKey = (): string | null => current;

/** @param key empty: none */
export function setApiKey(key: string): void {
  current = key === '' ? null : key;
}
