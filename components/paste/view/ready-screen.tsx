'use client';

import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { formatBytes } from '#components/messages/format';
import { viewMessages } from '#components/messages/view';
import { useLeaveGuard } from '#components/ui/use-leave-guard';
import { useShortcuts } from '#components/ui/use-shortcuts';
import { extendRange, formatFragment, type LineRange } from '#lib/envelope/fragment';
import { normalizeLanguage } from '#lib/languages/language.rules';
import type { ColourEnd } from './colour/colour.session';
import { beginningOf, Preview } from './lines';
import { loadDialogs, loadDuplicate, preloadDialogs } from './load-dialogs';
import { loadLargeText } from './load-large-text';
import type { ManageOutcome } from './manage.outcome';
import { shareLink, showLines } from './model/view.address';
import type { ViewedPaste } from './model/view.data';
import { WRAP_MAX_LINE_CHARACTERS } from './model/view.limits';
import type { ReadyState } from './model/view.state';
import { hasHiddenDirection, wholeText } from './model/view.text';
import styles from './ready-screen.module.css';
import { SearchBar } from './search-bar';
import { SmallText } from './small-text';
import { TextFrame } from './text-frame';
import { Toolbar } from './toolbar';
import { useClipboard } from './use-clipboard';
import { useManage } from './use-manage';
import { useSearch } from './use-search';
import { fileName, saveText } from './view.download';
import { readWrap, rememberWrap } from './view.wrap';
import type { OpenDialog } from './view-dialogs';

/** With CodeMirror, which only large texts need. */
const LargeText = lazy(loadLargeText);
const ViewDialogs = lazy(async () => ({ default: (await loadDialogs()).ViewDialogs }));

/** The text with its actions. */
export function ReadyScreen({
  paste,
  state,
  linkKey,
  lines,
  onLines,
  takesFocus,
}: {
  paste: ViewedPaste;
  state: ReadyState;
  linkKey: string | null;
  lines: LineRange | null;
  onLines: (lines: LineRange | null) => void;
  /** The text was asked for by a button or field that is gone: the focus goes on to it. */
  takesFocus: boolean;
}) {
  const { title, text, isComplete, size } = state;
  const isBurned = paste.burnAfterRead;
  const [language, setLanguage] = useState(() => normalizeLanguage(state.syntax));
  const [wantsWrap, setWrapped] = useState(false);
  useEffect(() => setWrapped(readWrap()), []);
  const isHidingDirection = useMemo(() => isComplete && hasHiddenDirection(text), [isComplete, text]);
  const canWrap = size === 'small' || text.longestLine <= WRAP_MAX_LINE_CHARACTERS;
  const isWrapped = wantsWrap && canWrap;
  const [query, setQuery] = useState<string | null>(null);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [colourEnd, setColourEnd] = useState<ColourEnd | null>(null);
  const search = useSearch(text, query);
  const clipboard = useClipboard();
  const manage = useManage(paste);
  const takeAway = useLeaveGuard(isBurned && isComplete);

  const chooseLine = useCallback(
    (line: number, isExtending: boolean) => {
      const isSame = lines?.first === line && lines.last === line;
      const chosen = isExtending ? extendRange(lines, line) : isSame ? null : { first: line, last: line };
      showLines(paste, linkKey, chosen);
      onLines(chosen);
    },
    [paste, lines, linkKey, onLines],
  );

  const link = () => shareLink(paste.publicId, { key: linkKey, lines });
  const rawAddress = paste.isE2ee
    ? `/view/${paste.publicId}?raw${formatFragment({ key: linkKey, lines: null })}`
    : `/raw/${paste.publicId}`;
  const copyLink = () => clipboard.copy('link', link(), linkKey === null ? viewMessages.linkCopied : viewMessages.linkCopiedWithKey);

  async function copyText(): Promise<void> {
    if ((await clipboard.copy('text', wholeText(text), viewMessages.copied)) && isComplete) takeAway();
  }

  function download(): void {
    saveText(wholeText(text), fileName(title, language, paste.publicId));
    if (isComplete) takeAway();
  }

  /** Code that a button loads. If the load fails, the open text stays. */
  async function loaded<Module>(load: () => Promise<Module>): Promise<Module | null> {
    return load().catch(() => {
      clipboard.say(viewMessages.problems.offline.text);
      return null;
    });
  }

  async function openDialog(which: OpenDialog): Promise<void> {
    if (await loaded(loadDialogs)) setDialog(which);
  }

  async function duplicate(mayReplace: boolean): Promise<void> {
    const module = isComplete ? await loaded(loadDuplicate) : null;
    if (!module) return;
    const outcome = module.duplicateToEditor({ title, language, text }, mayReplace);
    if (outcome !== 'duplicated') return openDialog(outcome);
    takeAway();
    location.assign('/');
  }

  async function followRequest(request: Promise<ManageOutcome>): Promise<void> {
    const outcome = await manage.follow(request);
    if (outcome.kind === 'extended' && outcome.message !== '') clipboard.say(outcome.message);
  }

  const askToManage = (which: 'extend' | 'delete') => () => {
    if (!manage.isWorking) void openDialog(which);
  };

  const toggleWrap = () => {
    rememberWrap(!wantsWrap);
    setWrapped(!wantsWrap);
  };

  const openSearch = () => setQuery((open) => open ?? '');

  useShortcuts({
    ...(isBurned ? {} : { r: () => location.assign(rawAddress), y: copyLink }),
    d: () => void duplicate(false),
    w: toggleWrap,
    n: () => location.assign('/'),
    '/': openSearch,
    // The browser's own search sees only what is in the document.
    ...(size === 'large' ? { 'mod+f': openSearch } : {}),
    '?': () => void openDialog('shortcuts'),
  });

  const props = { language, isWrapped, marked: lines, search: search.result, takesFocus, onLine: chooseLine, onColourEnd: setColourEnd };
  const toolbar = (
    <>
      <Toolbar
        language={language}
        onLanguage={(chosen) => {
          setColourEnd(null);
          setLanguage(chosen);
        }}
        isWrapped={isWrapped}
        onWrap={toggleWrap}
        onSearch={() => setQuery(query === null ? '' : null)}
        isSearching={query !== null}
        copied={clipboard.copied}
        onCopy={() => void copyText()}
        onDownload={download}
        rawAddress={isBurned ? null : rawAddress}
        onCopyLink={isBurned ? null : copyLink}
        onQr={isBurned ? null : () => void openDialog('qr')}
        onDuplicate={() => void duplicate(false)}
        isArriving={!isComplete}
        onExtend={manage.isAllowed && manage.expiresAt !== null ? askToManage('extend') : null}
        onDelete={manage.isAllowed ? askToManage('delete') : null}
        onShortcuts={() => void openDialog('shortcuts')}
        onApproach={preloadDialogs}
      />
      {query === null ? null : <SearchBar query={query} result={search.result} onQuery={setQuery} onMove={search.move} />}
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
    <Suspense>
      <ViewDialogs
        key={open}
        open={open}
        publicId={paste.publicId}
        link={link()}
        deadKeys={isBurned ? ['r', 'y'] : []}
        onManage={(request) => void followRequest(request)}
        // The dialog that asks closes first: its form is still to be sent.
        onReplaceDraft={() => setTimeout(() => void duplicate(true))}
        onDownload={download}
        // A dialog that has opened another one must not close it.
        onClose={() => setDialog((now) => (now === open ? null : now))}
      />
    </Suspense>
  ) : null;

  if (open === 'deleted') return overlay;

  return (
    <TextFrame
      paste={{ ...paste, expiresAt: manage.expiresAt }}
      title={title}
      text={isComplete ? text : null}
      isFilling={size === 'large'}
      toolbar={toolbar}
      notice={
        <>
          {isBurned ? <p className={styles.burned}>{viewMessages.burned}</p> : null}
          {isHidingDirection ? <p className={styles.burned}>{viewMessages.hiddenDirection}</p> : null}
          {manage.outcome?.kind === 'failed' ? (
            <p className={styles.problem} role="alert">
              {manage.outcome.message}
            </p>
          ) : null}
          {manage.outcome?.kind === 'gone' ? (
            <p className={styles.burned} role="alert">
              {viewMessages.problems.gone.text} {viewMessages.stillHere}
            </p>
          ) : null}
        </>
      }
    >
      {size === 'small' ? (
        <SmallText text={text.slices[0] ?? ''} {...props} />
      ) : (
        <Suspense fallback={<Preview text={beginningOf(text)} />}>
          <LargeText text={text} isComplete={isComplete} {...props} />
        </Suspense>
      )}
      <p className={styles.status} role="status">
        {clipboard.message || statusOf(state, paste.contentBytes, colourEnd, wantsWrap && !canWrap)}
      </p>
      {overlay}
    </TextFrame>
  );
}

function statusOf(
  { isComplete, receivedBytes }: ReadyState,
  totalBytes: number,
  colourEnd: ColourEnd | null,
  isTooLongToWrap: boolean,
): string {
  if (!isComplete) return viewMessages.loading.progress(formatBytes(receivedBytes), formatBytes(totalBytes));
  if (isTooLongToWrap) return viewMessages.tooLongToWrap;
  return colourEnd === 'stopped' || colourEnd === 'failed' ? viewMessages.colour[colourEnd] : '';
}
