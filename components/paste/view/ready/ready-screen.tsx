'use client';

import { useCallback, useState } from 'react';
import { viewMessages } from '#components/messages/view';
import { type RequestEnd, useManage } from '#components/paste/manage/use-manage';
import { lazyPart } from '#components/ui/lazy-part';
import { hasNewPaste } from '#components/ui/site-name';
import { useLeaveGuard } from '#components/ui/use-leave-guard';
import { useShortcuts } from '#components/ui/use-shortcuts';
import { formatFragment } from '#lib/envelope/fragment';
import { addressOf } from '#lib/site/address.rules';
import { shareLink } from '../model/view-address';
import { fileName, save } from '../model/view-download';
import type { SearchQuery } from '../model/view-search';
import { isUsedUp, type ReadyState } from '../model/view-state';
import { countMarked, markedText, wholeText } from '../model/view-text';
import type { ColourEnd } from '../text/colour-session';
import { SearchBar } from '../text/search-bar';
import { TextFrame } from '../text/text-frame';
import { useClipboard } from '../text/use-clipboard';
import { EMPTY_QUERY, useSearch } from '../text/use-search';
import { loadCompare, loadDialogs, loadDuplicate } from './load-parts';
import { type OpenedPaste, type ShownFile, useChosenLines } from './opened-paste';
import { ReadyNotice, readyStatus } from './ready-notice';
import styles from './ready-screen.module.css';
import { useShownText } from './shown-text';
import { Toolbar } from './toolbar';
import { useLanguage } from './use-language';
import type { OpenDialog } from './view-dialogs';

const CompareView = lazyPart(loadCompare);
const ViewDialogs = lazyPart(loadDialogs);

interface ReadyScreenProps extends OpenedPaste {
  state: ReadyState;
  /** The file in view; absent for a paste without files. */
  file?: ShownFile;
}

export function ReadyScreen({ state, file, ...opened }: ReadyScreenProps) {
  const { paste, linkKey, password, lines, takesFocus } = opened;
  const { title, isComplete } = state;
  const isText = !file?.body;
  const isBurned = isUsedUp(paste);
  const shownAs = useLanguage(state, file?.name ?? title);
  const { language } = shownAs;
  const [query, setQuery] = useState<SearchQuery | null>(null);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [coloured, setColoured] = useState<{ as: string; end: ColourEnd } | null>(null);
  const onColourEnd = useCallback((end: ColourEnd) => setColoured({ as: language, end }), [language]);
  const colourEnd = coloured?.as === language ? coloured.end : null;
  const [isComparing, setComparing] = useState(false);
  /** Whether a comparison replaces the text. */
  const [isCompared, setCompared] = useState(false);
  const shown = useShownText(state, language, isText && !isCompared);
  const { text, onWrap } = shown;
  const marked = shown.hasSameLines ? lines : null;
  const isFilling = shown.isFilling && !isCompared;
  const search = useSearch(shown.searched, query, shown.place);
  const clipboard = useClipboard();
  const manage = useManage();
  const { extendedTo } = manage;
  const expiresAt = extendedTo === undefined ? paste.expiresAt : extendedTo === null ? null : Date.parse(extendedTo);
  const isThere = !paste.burnAfterRead && manage.end?.type !== 'gone';
  const mayExtend = paste.isOpenToAll && isThere && expiresAt !== null;
  const mayDelete = (paste.isOpenToAll || paste.readerMayDelete) && isThere;
  const takeAway = useLeaveGuard(isBurned && isComplete && !file);

  const { chooseLines, chooseLine } = useChosenLines(opened, file?.number);
  const showLine = useCallback(
    (line: number) => {
      setComparing(false);
      chooseLines({ first: line, last: line });
    },
    [chooseLines],
  );

  const link = () => shareLink(paste.publicId, { key: linkKey, lines, file: file?.number });
  const rawAddress = paste.isE2ee
    ? addressOf(`/view/${paste.publicId}?raw${formatFragment({ key: linkKey, lines: null })}`)
    : addressOf(`/raw/${paste.publicId}`);
  const copyLink = () => clipboard.copy('link', link(), linkKey === null ? viewMessages.linkCopied : viewMessages.linkCopiedWithKey);

  async function copyText(): Promise<void> {
    if ((await clipboard.copy('text', wholeText(text), viewMessages.copied)) && isComplete) takeAway();
  }

  function downloadLines(): void {
    if (marked) save(markedText(text, marked), fileName(title, language, paste.publicId));
  }

  async function copyLines(): Promise<void> {
    if (marked) await clipboard.copy('lines', markedText(text, marked), viewMessages.copied);
  }

  function download(): void {
    if (file) file.onSave();
    else save(wholeText(state.text), fileName(title, language, paste.publicId));
    if (isComplete) takeAway();
  }

  /** Loads code that a button needs. If that fails, the open text stays. */
  async function loaded<Module>(load: () => Promise<Module>): Promise<Module | null> {
    return load().catch(() => {
      clipboard.say(viewMessages.offline.text);
      return null;
    });
  }

  async function compare(): Promise<void> {
    if (isComparing || (await loaded(loadCompare))) setComparing(!isComparing);
  }

  async function openDialog(which: OpenDialog): Promise<void> {
    if (await loaded(loadDialogs)) setDialog(which);
  }

  async function duplicate(mayReplace: boolean): Promise<void> {
    const all = file?.paste ?? { title, language: shownAs.said, text: state.text };
    const outcome = isComplete ? await loaded(async () => (await loadDuplicate()).duplicate(all, mayReplace)) : null;
    if (!outcome) return;
    if (outcome !== 'duplicated') return openDialog(outcome);
    file?.onDuplicated();
    takeAway();
    location.assign(addressOf('/'));
  }

  async function followRequest(request: Promise<RequestEnd>): Promise<void> {
    const end = await manage.follow(request);
    if (end.type === 'extended' && end.message !== '') clipboard.say(end.message);
  }

  const askToManage = (which: 'extend' | 'delete') => () => {
    if (!manage.isWorking) void openDialog(which);
  };

  const openSearch = () => setQuery((open) => open ?? EMPTY_QUERY);

  useShortcuts({
    ...(isBurned ? {} : { y: copyLink }),
    ...(isBurned || file ? {} : { r: () => location.assign(rawAddress) }),
    d: () => void duplicate(false),
    w: onWrap,
    n: () => {
      if (hasNewPaste()) location.assign(addressOf('/'));
    },
    '/': openSearch,
    ...(isText ? { l: () => void openDialog('lines') } : {}),
    // The browser's own search finds only lines in the document.
    ...(isFilling ? { 'mod+f': openSearch } : {}),
    '?': () => void openDialog('shortcuts'),
  });

  const toolbar = (
    <>
      <Toolbar
        {...{ shownAs, shown, isText, isComparing }}
        isSearching={query !== null}
        copied={clipboard.copied}
        markedLines={countMarked(text, marked)}
        rawAddress={isBurned || file ? null : rawAddress}
        isArriving={!isComplete}
        actions={{
          search: () => (query === null ? openSearch() : setQuery(null)),
          copyLines,
          downloadLines,
          unmark: () => chooseLines(null),
          copy: copyText,
          download,
          duplicate: () => duplicate(false),
          compare,
          shortcuts: () => openDialog('shortcuts'),
          copyLink: isBurned ? null : copyLink,
          qr: isBurned ? null : () => openDialog('qr'),
          extend: mayExtend ? askToManage('extend') : null,
          delete: mayDelete ? askToManage('delete') : null,
        }}
      />
      {query === null ? null : (
        <SearchBar query={query} result={search.result} onQuery={setQuery} onMove={search.move} onLines={() => void openDialog('lines')} />
      )}
      {isComplete ? null : (
        <progress
          className={styles.progress}
          aria-label={viewMessages.loading.fetching}
          max={paste.contentBytes}
          value={state.receivedBytes}
        />
      )}
    </>
  );

  const open = manage.end?.type === 'deleted' ? 'deleted' : dialog;
  const overlay = open ? (
    <ViewDialogs
      key={open}
      open={open}
      publicId={paste.publicId}
      link={link()}
      marked={lines}
      lineCount={state.text.lines}
      onLines={chooseLines}
      proof={{ readHeader: paste.readHeader, key: linkKey, password }}
      deadKeys={`${hasNewPaste() ? '' : 'n'}${isBurned ? 'ry' : file ? 'r' : ''}${shown.isFilling ? 'f' : ''}${shown.hasRendering ? '' : 'm'}${isText ? '' : 'l'}`}
      onManage={(request) => void followRequest(request)}
      // Waits until the dialog's form is submitted and the dialog closed.
      onReplaceDraft={() => setTimeout(() => void duplicate(true))}
      onDownload={download}
      // A dialog that has opened another one must not close it.
      onClose={() => setDialog((now) => (now === open ? null : now))}
    />
  ) : null;

  if (open === 'deleted') return overlay;

  return (
    <TextFrame
      paste={{ ...paste, expiresAt }}
      title={title || file?.name || ''}
      text={isComplete && !file ? state.text : null}
      language={language}
      hasFiles={file !== undefined}
      isFilling={isFilling}
      toolbar={toolbar}
      notice={
        <ReadyNotice paste={paste} text={isComplete && isText ? state.text : null} outcome={manage.end}>
          {file?.list}
        </ReadyNotice>
      }
    >
      {isComparing ? (
        <CompareView
          paste={paste}
          linkKey={linkKey}
          file={file?.number}
          title={title}
          text={state.text}
          onLine={showLine}
          onShown={setCompared}
          onClose={() => setComparing(false)}
        />
      ) : null}
      {file?.body}
      {isText && !isCompared
        ? shown.show({
            lines,
            search: search.result,
            takesFocus,
            hasChoice: true,
            onLine: chooseLine,
            onLines: chooseLines,
            onColourEnd,
          })
        : null}
      <p className={`not-printed ${styles.status}`} role="status">
        {clipboard.message || readyStatus(state, text, language, paste.contentBytes, colourEnd)}
      </p>
      {overlay}
    </TextFrame>
  );
}
