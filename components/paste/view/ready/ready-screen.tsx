'use client';

import { useCallback, useMemo, useRef, useState } from 'react';
import { viewMessages } from '#components/messages/view';
import { lazyPart } from '#components/ui/lazy-part';
import { useLeaveGuard } from '#components/ui/use-leave-guard';
import { useShortcuts } from '#components/ui/use-shortcuts';
import { formatFragment } from '#lib/envelope/fragment';
import { normalizeLanguage } from '#lib/languages/language.rules';
import { addressOf } from '#lib/site/address.rules';
import { FormChoice, useTextForm } from '../forms/use-text-form';
import { shareLink } from '../model/view-address';
import type { PasteText } from '../model/view-data';
import { fileName, saveText } from '../model/view-download';
import type { SearchQuery } from '../model/view-search';
import type { ReadyState } from '../model/view-state';
import { hasHiddenDirection, wholeText } from '../model/view-text';
import type { ColourEnd } from '../text/colour-session';
import { SearchBar } from '../text/search-bar';
import { TextFrame } from '../text/text-frame';
import { TextSource } from '../text/text-source';
import { useClipboard } from '../text/use-clipboard';
import { EMPTY_QUERY, useSearch } from '../text/use-search';
import { useWrap } from '../text/use-wrap';
import { loadCompare, loadDialogs, loadDuplicate, preloadDialogs, RENDERINGS } from './load-dialogs';
import type { ManageOutcome } from './manage-outcome';
import type { OpenedPaste, ShownFile } from './opened-paste';
import { ReadyNotice } from './ready-notice';
import styles from './ready-screen.module.css';
import { readyStatus } from './ready-status';
import { Toolbar } from './toolbar';
import { useChosenLines } from './use-chosen-lines';
import { useLoaded } from './use-loaded';
import { useManage } from './use-manage';
import type { OpenDialog } from './view-dialogs';

const CompareView = lazyPart(loadCompare);
const ViewDialogs = lazyPart(loadDialogs);

const ignore = () => undefined;

interface ReadyScreenProps extends OpenedPaste {
  state: ReadyState;
  /** The file in view; absent for a paste without files. */
  shown?: ShownFile;
}

export function ReadyScreen({ state, shown, ...opened }: ReadyScreenProps) {
  const { paste, linkKey, password, lines, takesFocus } = opened;
  const { title, isComplete } = state;
  const isBurned = paste.burnAfterRead || paste.readsLeft === 0;
  const [language, setLanguage] = useState(() => normalizeLanguage(state.syntax));
  const place = useRef<(() => number) | null>(null);
  const [query, setQuery] = useState<SearchQuery | null>(null);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [colourEnd, setColourEnd] = useState<ColourEnd | null>(null);
  const [isComparing, setComparing] = useState(false);
  /** Whether a comparison replaces the text. */
  const [isCompared, setCompared] = useState(false);
  const isText = !shown?.body && !isCompared;
  const loadRendering = (isComplete && isText && RENDERINGS[language]) || null;
  const Rendering = useLoaded(loadRendering);
  const form = useTextForm(state, language, isText && !loadRendering);
  const { text, size, hasOwnLines } = form;
  const isHidingDirection = useMemo(() => isComplete && hasHiddenDirection(text), [isComplete, text]);
  const wrap = useWrap({ size, longestLine: text.longestLine, isComplete });
  const { isWrapped } = wrap;
  /** The rendered text, to search in; null while none is shown. */
  const [rendered, setRendered] = useState<PasteText | null>(null);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const search = useSearch(rendered ?? text, query, place);
  const clipboard = useClipboard();
  const manage = useManage(paste);
  const takeAway = useLeaveGuard(isBurned && isComplete && !shown);

  const { chooseLines, chooseLine } = useChosenLines(opened, shown?.number);
  const showLine = useCallback(
    (line: number) => {
      setComparing(false);
      chooseLines({ first: line, last: line });
    },
    [chooseLines],
  );

  const link = () => shareLink(paste.publicId, { key: linkKey, lines, file: shown?.number });
  const rawAddress = paste.isE2ee
    ? addressOf(`/view/${paste.publicId}?raw${formatFragment({ key: linkKey, lines: null })}`)
    : addressOf(`/raw/${paste.publicId}`);
  const copyLink = () => clipboard.copy('link', link(), linkKey === null ? viewMessages.linkCopied : viewMessages.linkCopiedWithKey);

  async function copyText(): Promise<void> {
    if ((await clipboard.copy('text', wholeText(text), viewMessages.copied)) && isComplete) takeAway();
  }

  function download(): void {
    if (shown) shown.onSave();
    else saveText(wholeText(state.text), fileName(title, language, paste.publicId));
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
    const hand = shown
      ? () => shown.onDuplicate(mayReplace)
      : async () => (await loadDuplicate()).duplicateToEditor({ title, language, text: state.text }, mayReplace);
    const outcome = isComplete ? await loaded(hand) : null;
    if (!outcome) return;
    if (outcome !== 'duplicated') return openDialog(outcome);
    takeAway();
    location.assign(addressOf('/'));
  }

  async function followRequest(request: Promise<ManageOutcome>): Promise<void> {
    const outcome = await manage.follow(request);
    if (outcome.kind === 'extended' && outcome.message !== '') clipboard.say(outcome.message);
  }

  const askToManage = (which: 'extend' | 'delete') => () => {
    if (!manage.isWorking) void openDialog(which);
  };

  const isFilling = size === 'large' && !rendered && !isCompared;
  const openSearch = () => setQuery((open) => open ?? EMPTY_QUERY);

  useShortcuts({
    ...(isBurned ? {} : { y: copyLink }),
    ...(isBurned || shown ? {} : { r: () => location.assign(rawAddress) }),
    d: () => void duplicate(false),
    w: wrap.toggle,
    n: () => location.assign(addressOf('/')),
    '/': openSearch,
    ...(shown?.body ? {} : { l: () => void openDialog('lines') }),
    // The browser's own search finds only lines in the document.
    ...(isFilling ? { 'mod+f': openSearch } : {}),
    '?': () => void openDialog('shortcuts'),
  });

  /** @param isChosen false while something else is about to replace it */
  const source = (isChosen: boolean) => (
    <TextSource
      // A new key for another form of the text, which is another text.
      key={text === state.text ? 'own' : 'form'}
      {...{ text, size, isComplete, isChosen, language, isWrapped, takesFocus, place }}
      marked={hasOwnLines ? lines : null}
      search={search.result}
      paint={form.paint}
      onLine={hasOwnLines ? chooseLine : ignore}
      onColourEnd={setColourEnd}
    />
  );
  const toolbar = (
    <>
      <Toolbar
        language={language}
        onLanguage={(chosen) => {
          setColourEnd(null);
          setLanguage(chosen);
        }}
        slot={setSlot}
        isWrapped={isWrapped}
        onWrap={wrap.toggle}
        onSearch={() => (query === null ? openSearch() : setQuery(null))}
        isSearching={query !== null}
        copied={clipboard.copied}
        onCopy={() => void copyText()}
        onDownload={download}
        rawAddress={isBurned || shown ? null : rawAddress}
        isText={!shown?.body}
        isComparing={isComparing}
        onCompare={() => void compare()}
        onCopyLink={isBurned ? null : copyLink}
        onQr={isBurned ? null : () => void openDialog('qr')}
        onDuplicate={() => void duplicate(false)}
        isArriving={!isComplete}
        onExtend={manage.mayExtend && manage.expiresAt !== null ? askToManage('extend') : null}
        onDelete={manage.mayDelete ? askToManage('delete') : null}
        onShortcuts={() => void openDialog('shortcuts')}
        onApproach={preloadDialogs}
      />
      {query === null ? null : (
        <SearchBar query={query} result={search.result} onQuery={setQuery} onMove={search.move} onLines={() => void openDialog('lines')} />
      )}
      {form.isOffered && slot ? <FormChoice text={state.text} language={language} lines={lines} slot={slot} onForm={form.setForm} /> : null}
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

  const open = manage.outcome?.kind === 'deleted' ? 'deleted' : dialog;
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
      deadKeys={`${isBurned ? 'ry' : ''}${loadRendering ? '' : 'm'}${shown?.body ? 'l' : ''}`}
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
      paste={{ ...paste, expiresAt: manage.expiresAt }}
      title={title}
      text={isComplete && !shown ? state.text : null}
      hasFiles={shown !== undefined}
      isFilling={isFilling}
      toolbar={toolbar}
      notice={
        <ReadyNotice paste={paste} isBurned={isBurned} isHidingDirection={isHidingDirection} outcome={manage.outcome}>
          {shown?.list}
        </ReadyNotice>
      }
    >
      {isComparing ? (
        <CompareView
          paste={paste}
          linkKey={linkKey}
          file={shown?.number}
          title={title}
          text={state.text}
          onLine={showLine}
          onShown={setCompared}
          onClose={() => setComparing(false)}
        />
      ) : null}
      {shown?.body ? (
        shown.body
      ) : isCompared ? null : loadRendering && Rendering ? (
        <Rendering
          text={state.text}
          language={language}
          lines={lines}
          onLines={chooseLines}
          slot={slot}
          isWrapped={isWrapped}
          search={search.result}
          takesFocus={takesFocus}
          source={source}
          onRendered={setRendered}
        />
      ) : (
        source(!loadRendering || Rendering === null)
      )}
      <p className={`not-printed ${styles.status}`} role="status">
        {clipboard.message || readyStatus(state, text, language, paste.contentBytes, colourEnd)}
      </p>
      {overlay}
    </TextFrame>
  );
}
