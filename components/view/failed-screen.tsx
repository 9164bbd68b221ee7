'use client';

import { formatTime } from '../text/format';
import { view } from '../text/view';
import { Button, LinkButton } from '../ui/button';
import { Notice } from '../ui/notice';
import { useClipboard } from './use-clipboard';
import type { ViewedPaste } from './view.data';
import { saveText } from './view.download';
import { RETRYABLE, type ViewProblem } from './view.problems';

/** What went wrong and what can be done about it. */
export function FailedScreen({
  paste,
  problem,
  ciphertext,
  openedAt,
  link = null,
  onRetry,
}: {
  paste: ViewedPaste;
  problem: ViewProblem;
  ciphertext: string | null;
  /** When somebody read what is gone; told only to who proves the key. */
  openedAt: string | null;
  /** With its key, which is no longer in the address bar. */
  link?: string | null;
  onRetry: () => void;
}) {
  const clipboard = useClipboard();
  const { title, text } = view.problems[problem];
  const actions = (
    <>
      {RETRYABLE.has(problem) ? (
        <Button look="primary" onClick={onRetry}>
          {view.tryAgain}
        </Button>
      ) : null}
      {ciphertext === null ? null : (
        <Button onClick={() => saveText(ciphertext, `${paste.publicId}${paste.isEnvelope ? '.jwe' : '.txt'}`)}>
          {view.saveCiphertext}
        </Button>
      )}
      {problem === 'insecure' && link ? (
        <>
          {/* The port of HTTP is never that of HTTPS. */}
          {location.port === '' ? (
            <LinkButton look="primary" href={link.replace(/^http:/, 'https:')}>
              {view.openSecurely}
            </LinkButton>
          ) : null}
          <Button onClick={() => clipboard.copy('link', link, view.linkCopiedWithKey)}>{view.copyLink}</Button>
        </>
      ) : null}
      <LinkButton href="/">{view.newPaste}</LinkButton>
    </>
  );
  return (
    <Notice title={title} actions={actions}>
      <p role="alert">{openedAt === null ? text : view.openedBefore(formatTime(new Date(openedAt)))}</p>
      <p role="status">{clipboard.message}</p>
      {paste.burnAfterRead && ciphertext !== null ? <p>{view.burned}</p> : null}
    </Notice>
  );
}
