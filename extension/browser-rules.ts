/**
 * The rules by which the browser opens links of the chosen servers with the extension's page (docs/decisions/0107-one-build-of-pages.md).
 *
 * Guarantees: for a link of a chosen server no request is sent, and no service worker of that server sees the link. In Chromium a
 * service worker comes before redirects, so a chosen server may have none but below `/_next/`, `/assets/` and `/share/`.
 */

type Rule = chrome.declarativeNetRequest.Rule;
type Condition = Omit<Rule['condition'], 'requestDomains'>;

/**
 * @param addresses of the servers
 * @param page the whole address of the extension's page
 */
export function browserRules(addresses: readonly string[], page: string): Rule[] {
  const rules = addresses.flatMap((address) => {
    const { hostname, port, pathname } = new URL(address);
    // Chromium takes patterns of 2 KB once they are compiled: the name of the host is another condition, and nothing is said twice.
    const site = `^https?://[^/:]+${`${port && `:${port}`}${pathname}`.replace(/\/$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/`;
    // The patterns take the rest of the address: Firefox drops what a pattern leaves out.
    const at = `${page}?at=${encodeURIComponent(address)}`;
    const value = `worker-src ${['_next', 'assets', 'share'].map((folder) => `${address}/${folder}/`).join(' ')}`;
    const ofServer: [Condition, Rule['action']][] = [
      [pages(`${site}((?:view|request)/\\w+.*)`), redirect(`${at}/\\1`)],
      [pages(`${site}(receive|send)$`), redirect(`${at}/\\1`)],
      // The server would redirect a short link to the paste's page. A pattern of 24 characters would be too large; no page has so long a name.
      [pages(`${site}([0-9A-Za-z]{12}\\w+.*)`), redirect(`${at}/view/\\1`)],
      [{ resourceTypes: ['main_frame', 'sub_frame'] }, changeHeader({ header: 'Content-Security-Policy', operation: 'append', value })],
      // A service worker that lacks this header rules its own folder only.
      [{ resourceTypes: ['script', 'other'] }, changeHeader({ header: 'Service-Worker-Allowed', operation: 'remove' })],
    ];
    return ofServer.map(([condition, action]) => ({ condition: { ...condition, requestDomains: [hostname] }, action }));
  });
  return rules.map((rule, index) => ({ ...rule, id: index + 1 }));
}

const pages = (regexFilter: string): Condition => ({ regexFilter, resourceTypes: ['main_frame'] });
const redirect = (regexSubstitution: string): Rule['action'] => ({ type: 'redirect', redirect: { regexSubstitution } });
const changeHeader = (changed: chrome.declarativeNetRequest.ModifyHeaderInfo): Rule['action'] => ({
  type: 'modifyHeaders',
  responseHeaders: [changed],
});
