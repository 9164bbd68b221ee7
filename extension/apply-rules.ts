import { browserRules } from './browser-rules';
import { type Instance, permissionFor } from './instances';

/** A page that has not been loaded again by then is said to be left. */
const RELOAD_MS = 10_000;

/** The pages of servers that were open when their service workers were removed. */
export interface OpenPages {
  reloaded: number;
  /** Pages that did not load again, and can bring a service worker back. */
  left: number;
}

/**
 * Makes the browser open the links of these servers, and of no others, with the extension. Browsers keep the rules.
 * @throws Error when the browser can't take the rules of an address, and keeps those before
 */
export async function applyRules(instances: readonly Instance[]): Promise<void> {
  const old = await chrome.declarativeNetRequest.getDynamicRules();
  await chrome.declarativeNetRequest.updateDynamicRules({
    removeRuleIds: old.map(({ id }) => id),
    addRules: browserRules(
      instances.map(({ address }) => address),
      chrome.runtime.getURL('page.html'),
    ),
  });
}

/**
 * Loads the open pages of these servers again and removes their service workers, of normal or of private windows, where this runs.
 * A page that was loaded before the rules came installs a removed one again.
 * @returns null in Firefox, which redirects before a service worker
 */
export async function endWorkers(instances: readonly Instance[]): Promise<OpenPages | null> {
  if (!chrome.browsingData) return null;
  if (instances.length === 0) return { reloaded: 0, left: 0 };
  const tabs = await chrome.tabs.query({ url: instances.flatMap(({ address }) => permissionFor(address).origins) });
  const loaded = await Promise.all(tabs.flatMap(({ id }) => (id === undefined ? [] : [reload(id)])));
  await removeWorkers(instances);
  return { reloaded: loaded.filter(Boolean).length, left: loaded.filter((isLoaded) => !isLoaded).length };
}

export async function removeWorkers(instances: readonly Instance[]): Promise<void> {
  const [first, ...others] = new Set(instances.map(({ address }) => new URL(address).origin));
  if (first !== undefined) await chrome.browsingData?.remove({ origins: [first, ...others] }, { serviceWorkers: true });
}

/** Loads a page again, past its service worker. @returns whether the new page is there */
async function reload(tabId: number): Promise<boolean> {
  const { onUpdated, onRemoved } = chrome.tabs;
  let stop = () => {};
  const isLoaded = new Promise<boolean>((resolve) => {
    const timer = setTimeout(resolve, RELOAD_MS, false);
    const see = (id: number, { status }: { status?: string }) => void (id === tabId && status === 'complete' && resolve(true));
    const seeEnd = (id: number) => void (id === tabId && resolve(true));
    onUpdated.addListener(see);
    onRemoved.addListener(seeEnd);
    stop = () => {
      clearTimeout(timer);
      onUpdated.removeListener(see);
      onRemoved.removeListener(seeEnd);
    };
  });
  // A tab that has just been closed has nothing to reload.
  await chrome.tabs.reload(tabId, { bypassCache: true }).catch(() => undefined);
  return isLoaded.finally(() => stop());
}
