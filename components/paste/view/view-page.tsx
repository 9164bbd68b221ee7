'use client';

import { useEffect, useState } from 'react';
import { viewMessages } from '#components/messages/view';
import { Notice } from '#components/ui/notice';
import type { DocumentText } from '#lib/envelope/envelope-document';
import { parseFragment } from '#lib/envelope/fragment';
import type { ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { addressOf } from '#lib/site/address.rules';
import shellStyles from '../../shell/shell.module.css';
import { ConfirmScreen } from './confirm-screen';
import { AskScreen, FilesScreen, LazyFailedScreen, LazyPasswordScreen, SecretScreen, WaitingScreen } from './later-screens';
import { LoadingScreen } from './loading-screen';
import { shareLink } from './model/view-address';
import { isGuarded, isSecret, isUsedUp } from './model/view-state';
import { ReadyScreen } from './ready/ready-screen';
import { preloadFor } from './text/text-source';
import { useViewer } from './use-viewer';

interface ViewPageProps {
  paste: ViewedPaste;
  /** Whether this tab has already claimed the burn paste, so that nothing is asked again. */
  isResumed?: boolean;
  /** The text that the early script has decrypted with the link's key; null: none. */
  opened?: DocumentText | null;
}

/** Renders the state of a paste; the viewer decides what comes next. */
export function ViewPage({ paste: described, isResumed = false, opened = null }: ViewPageProps) {
  const { viewer, paste, state, key, lines, setLines } = useViewer(described, isResumed, opened);
  const isOpen = /^(ready|files)$/.test(state.kind);
  /** Whether somebody pressed a button to read, or gave a password. */
  const [isAsked, setAsked] = useState(false);
  /** Whether the reader wants a secret shown as a text. */
  const [isText, setText] = useState(false);
  useEffect(() => {
    preloadFor(described);
    // Loads while the paste arrives, and the reader is asked something. The later use reports a failure.
    const load = ({ preload }: typeof LazyFailedScreen | typeof LazyPasswordScreen | typeof SecretScreen) =>
      preload().catch(() => undefined);
    if (described.hasPassword) void load(LazyPasswordScreen);
    if (isGuarded(described)) void load(SecretScreen);
    if (described.content === null) void load(LazyFailedScreen);
  }, [described]);

  const read = () => {
    setAsked(true);
    viewer.read();
  };
  const tryPassword = (password: string) => {
    setAsked(true);
    viewer.tryPassword(password);
  };

  function screen() {
    const shown = { paste, linkKey: key, password: viewer.getPassword(), lines, onLines: setLines, takesFocus: isAsked };
    switch (state.kind) {
      case 'loading':
        return <LoadingScreen paste={paste} state={state} />;
      case 'confirm':
        if (paste.needsRelease) {
          return (
            <>
              <AskScreen paste={paste} onAsk={read} />
              {/* A part that loads later comes hidden with the page, so without JavaScript it is never shown. */}
              <noscript>
                <Notice title={viewMessages.confirm.title}>
                  <p>{viewMessages.confirm.releaseNeedsScript}</p>
                </Notice>
              </noscript>
            </>
          );
        }
        return <ConfirmScreen paste={paste} onConfirm={read} />;
      case 'password':
        return <LazyPasswordScreen paste={paste} attempt={state.attempt} onPassword={tryPassword} />;
      case 'waiting':
        return <WaitingScreen paste={paste} wait={state.wait} onAgain={viewer.askAgain} />;
      case 'failed':
        return <LazyFailedScreen paste={paste} state={state} link={shareLink(paste.publicId, { key, lines })} onRetry={read} />;
      case 'ready':
        if (!isText && lines === null && isSecret(paste, state)) {
          return <SecretScreen state={state} {...shown} onText={() => setText(true)} />;
        }
        return <ReadyScreen state={state} {...shown} />;
      case 'files':
        return <FilesScreen state={state} {...shown} />;
    }
  }

  return (
    <>
      <SentNotice />
      {screen()}
      {/* A live region that exists from the beginning: not every screen reader announces one that appears with its text. */}
      <p aria-live="polite" className="visually-hidden">
        {isAsked && isOpen ? viewMessages.opened : ''}
      </p>
      {/* The operator can do nothing about a paste that is gone. */}
      {isResumed || (isOpen && isUsedUp(paste)) ? null : (
        <aside className={`not-printed ${shellStyles.report}`}>
          <a href={addressOf(`/report/${paste.publicId}`)} rel="nofollow">
            {viewMessages.report}
          </a>
        </aside>
      )}
    </>
  );
}

/** Says that servers have seen the link's key. A child, so that it reads the address before a burn paste's key leaves it. */
function SentNotice() {
  const [wasSent, setWasSent] = useState(false);
  useEffect(() => setWasSent(parseFragment(location.hash).wasSent === true), []);
  return wasSent ? (
    <p className={`not-printed box warning ${shellStyles.sent}`} role="status">
      {viewMessages.keyWasSent}
    </p>
  ) : null;
}
