import { browserRules } from './browser-rules';
import type { Instance } from './instances';

/**
 * Makes the browser open the links of these servers, and of no others, with the extension. Browsers keep the rules.
 * @throws Error when the browser can't take the rules of an address, and keeps those before
 */
export async function applyRules(instances: readonly Instance[]): Promise<void> {
  const addresses = instances.map(({ address }) => address);
  const old = await chrome.declarativeNetRequest.getDynamicRules();
  await chrome.declarativeNetRequest.updateDynamicRules({
    removeRuleIds: old.map(({ id }) => id),
    addRules: browserRules(addresses, chrome.runtime.getURL('page.html')),
  });
  // Firefox redirects before a service worker, and lacks this.
  const origins = addresses.map((address) => new URL(address).origin);
  if (origins.length > 0) await chrome.browsingData?.remove({ origins }, { serviceWorkers: true });
}
