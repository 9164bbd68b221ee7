/**
 * The extension's background: applies the rules of a new version, removes service workers of the chosen servers, and opens the editor
 * for the toolbar button and the context menu.
 */
import { keepShare } from '#components/paste/editor/model/share-store';
import { SHARED_FIELD, type Shared } from '#lib/site/share.rules';
import { applyRules, endWorkers, removeWorkers } from './apply-rules';
import { extensionPage } from './instance.rules';
import { type Instance, loadInstances } from './instances';

async function openEditor(query = ''): Promise<void> {
  const [instance] = await loadInstances();
  if (instance) await chrome.tabs.create({ url: extensionPage(instance.address, `/${query}`) });
  else await chrome.runtime.openOptionsPage();
}

/** Gives the editor what was chosen in a page. The title names the text: this program has no sentences. */
async function share(chosen: chrome.contextMenus.OnClickData, tab?: chrome.tabs.Tab): Promise<void> {
  const form = new FormData();
  form.set('title', tab?.title || chosen.pageUrl || '–');
  const picture = chosen.mediaType === 'image' && chosen.srcUrl ? await fetchPicture(chosen.srcUrl) : null;
  if (picture) form.append('files', picture);
  else form.set('text', (await selectedText(chosen, tab?.id)) || (chosen.linkUrl ?? chosen.srcUrl ?? ''));
  const shared: Shared = await keepShare(form).then(
    () => 'taken',
    () => 'lost',
  );
  await openEditor(`?${SHARED_FIELD}=${shared}`);
}

/** Reads the selection in its page: what the menu says of it has no line breaks. */
async function selectedText({ selectionText = '', frameId = 0 }: chrome.contextMenus.OnClickData, id: number | undefined): Promise<string> {
  if (selectionText === '' || id === undefined) return selectionText;
  const target = { tabId: id, frameIds: [frameId] };
  const [found] = await chrome.scripting.executeScript({ target, func: () => String(getSelection()) }).catch(() => []);
  return found?.result || selectionText;
}

/** @returns null where the picture's host lets no other page have it */
async function fetchPicture(address: string): Promise<File | null> {
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) return null;
  const { pathname } = new URL(address);
  const name = /^data:/.test(address) ? '' : decodeURIComponent(pathname.split('/').at(-1) ?? '');
  const blob = await response.blob();
  return new File([blob], name || `picture.${blob.type.split('/')[1] ?? 'bin'}`, { type: blob.type });
}

/** After times without rules: the browser was closed, or the extension was off or lacked its permission. */
const endAllWorkers = async (): Promise<void> => void (await endWorkers(await loadInstances()));

const isAt = ({ address }: Instance, url: string): boolean => URL.parse(url)?.origin === new URL(address).origin;

chrome.runtime.onInstalled.addListener(() => {
  void loadInstances().then(applyRules).then(endAllWorkers);
  const title = chrome.i18n.getMessage('menu');
  void chrome.contextMenus
    .removeAll()
    .then(() => chrome.contextMenus.create({ id: 'share', title, contexts: ['selection', 'link', 'image'] }));
});
chrome.runtime.onStartup.addListener(() => void endAllWorkers());
chrome.permissions.onAdded.addListener(() => void endAllWorkers());
// Private windows have tabs and service workers of their own, and a background of their own, but no page of settings.
if (chrome.extension.inIncognitoContext) chrome.storage.onChanged.addListener(() => void endAllWorkers());
chrome.tabs.onUpdated.addListener((_, { status }, { url = '' }) => {
  // An open page of a server is where its links are likely to be followed from.
  if (status === 'loading') void loadInstances().then((all) => removeWorkers(all.filter((each) => isAt(each, url))));
});
void loadInstances().then(removeWorkers);
chrome.action.onClicked.addListener(() => void openEditor());
chrome.contextMenus.onClicked.addListener((chosen, tab) => void share(chosen, tab));
