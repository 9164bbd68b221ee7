'use client';

import { useEffect, useRef } from 'react';
import { viewMessages } from '#components/messages/view';
import { viewCoveredMessages as messages } from '#components/messages/view-covered';
import { Button } from '#components/ui/button';
import { useLeaveGuard } from '#components/ui/use-leave-guard';
import { PLAIN_TEXT } from '#lib/languages/language.rules';
import { fileName, save } from '../model/view-download';
import { isUsedUp, type ReadyState } from '../model/view-state';
import { wholeText } from '../model/view-text';
import type { OpenedPaste } from '../ready/opened-paste';
import { ReadyNotice } from '../ready/ready-notice';
import { TextFrame } from '../text/text-frame';
import { SecretText } from './secret-text';
import styles from './secret-text.module.css';

interface SecretScreenProps extends OpenedPaste {
  state: ReadyState;
  onText: () => void;
}

/** Shows a paste that is a short secret. */
export function SecretScreen({ paste, state, takesFocus, onText }: SecretScreenProps) {
  const text = wholeText(state.text);
  const takeAway = useLeaveGuard(isUsedUp(paste));
  const region = useRef<HTMLElement>(null);

  useEffect(() => {
    if (takesFocus) region.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  function download(): void {
    save(text, fileName(state.title, PLAIN_TEXT, paste.publicId));
    takeAway();
  }

  return (
    <TextFrame
      paste={paste}
      title={state.title}
      text={state.text}
      language={PLAIN_TEXT}
      toolbar={
        <div className={styles.toolbar}>
          <Button variant="quiet" onClick={onText}>
            {messages.asText}
          </Button>
        </div>
      }
      notice={<ReadyNotice paste={paste} text={state.text} outcome={null} />}
    >
      <SecretText text={text} label={viewMessages.textLabel} region={region} onCopied={takeAway} onDownload={download} />
    </TextFrame>
  );
}
