/**
 * The servers whose links the extension opens, as its owner has chosen them.
 * Not protected: the browser's profile has the list and its API keys, not encrypted.
 */

export interface Instance {
  /** An address that ends without a slash, such as `https://host` or `https://host/paste`. */
  address: string;
  /** Empty: none. */
  apiKey: string;
}

export async function loadInstances(): Promise<readonly Instance[]> {
  const { instances } = await chrome.storage.local.get('instances');
  return Array.isArray(instances) ? instances.filter(isInstance) : [];
}

export const keepInstances = (instances: readonly Instance[]): Promise<void> => chrome.storage.local.set({ instances });

function isInstance(value: unknown): value is Instance {
  const { address, apiKey } = (value ?? {}) as Record<string, unknown>;
  return typeof address === 'string' && parseAddress(address) === address && typeof apiKey === 'string';
}

/** @param typed an address of a server, or a link of it @returns null for what is none */
export function parseAddress(typed: string): string | null {
  const text = typed.trim();
  const url = URL.parse(text.includes('://') ? text : `https://${text}`);
  // An address by numbers in brackets has no pattern.
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname.startsWith('[') || url.username !== '' || url.password !== '') return null;
  return `${url.origin}${url.pathname.replace(/(?:\/(?:view|request)\/[0-9A-Za-z]{24})?\/*$/, '')}`;
}

/** The permission that the server needs. Patterns of Firefox have no port, and a link may say http where the server has https. */
export const permissionFor = (address: string): { origins: string[] } => ({ origins: [`*://${new URL(address).hostname}/*`] });
