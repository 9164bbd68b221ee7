/** The address of a worker's program, as Vite gives it. */
declare module '*?worker&url' {
  const address: string;
  export default address;
}

/** The parts of the browsers' interface for extensions that this one uses; both engines have them, with promises. */

interface ChangedHeader {
  header: string;
  operation: 'append' | 'remove';
  value?: string;
}

interface BrowserRule {
  id: number;
  condition: { requestDomains: string[]; regexFilter?: string; resourceTypes: ('main_frame' | 'sub_frame' | 'script' | 'other')[] };
  action: { type: 'redirect'; redirect: { regexSubstitution: string } } | { type: 'modifyHeaders'; responseHeaders: ChangedHeader[] };
}

interface ChosenInPage {
  frameId?: number;
  pageUrl?: string;
  selectionText?: string;
  linkUrl?: string;
  /** The address of a picture. */
  srcUrl?: string;
  mediaType?: string;
}

interface BrowserTab {
  id?: number;
  title?: string;
  /** Only where the extension may reach the page. */
  url?: string;
}

interface BrowserEvent<Arguments extends unknown[]> {
  addListener(listener: (...given: Arguments) => void): void;
  removeListener(listener: (...given: Arguments) => void): void;
}

declare const chrome: {
  action: { onClicked: BrowserEvent<[]> };
  browsingData?: { remove(where: { origins: string[] }, what: { serviceWorkers: true }): Promise<void> };
  contextMenus: {
    create(item: { id: string; title: string; contexts: ('selection' | 'link' | 'image')[] }): void;
    removeAll(): Promise<void>;
    onClicked: BrowserEvent<[ChosenInPage, BrowserTab?]>;
  };
  declarativeNetRequest: {
    getDynamicRules(): Promise<{ id: number }[]>;
    updateDynamicRules(change: { removeRuleIds: number[]; addRules: BrowserRule[] }): Promise<void>;
  };
  extension: { inIncognitoContext: boolean };
  i18n: { getMessage(name: string): string };
  permissions: {
    request(permissions: { origins: string[] }): Promise<boolean>;
    remove(permissions: { origins: string[] }): Promise<boolean>;
    onAdded: BrowserEvent<[]>;
  };
  runtime: {
    getManifest(): { version: string };
    getURL(path: string): string;
    openOptionsPage(): Promise<void>;
    onInstalled: BrowserEvent<[]>;
    onStartup: BrowserEvent<[]>;
  };
  scripting: {
    executeScript(injection: { target: { tabId: number; frameIds: number[] }; func: () => string }): Promise<{ result?: string }[]>;
  };
  storage: {
    local: { get(name: string): Promise<Record<string, unknown>>; set(values: object): Promise<void> };
    onChanged: BrowserEvent<[]>;
  };
  tabs: {
    create(tab: { url: string }): Promise<unknown>;
    query(which: { url: string[] }): Promise<BrowserTab[]>;
    reload(id: number, how: { bypassCache: true }): Promise<void>;
    onUpdated: BrowserEvent<[id: number, change: { status?: string }, tab: BrowserTab]>;
    onRemoved: BrowserEvent<[id: number]>;
  };
};
