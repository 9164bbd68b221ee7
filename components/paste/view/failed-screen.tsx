'use client';

import { openedMessages } from '#components/messages/opened';
import { viewMessages } from '#components/messages/view';
import { viewProblemMessages } from '#components/messages/view-problem';
import { viewProblemActionMessages } from '#components/messages/view-problem-action';
import { Button } from '#components/ui/button';
import { KeyLink } from '#components/ui/key-link';
import { lazyPart } from '#components/ui/lazy-part';
import { Notice } from '#components/ui/notice';
import { formatTime } from '#lib/locales/format.rules';
import type { ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { save } from './model/view-download';
import { RETRYABLE, type ViewProblem } from './model/view-problems';
import type { FailedState } from './model/view-state';
import { useClipboard } from './text/use-clipboard';

/** Loads only where another key may help. If that fails, the page still shows the problem. */
const KeyForm = lazyPart(
  async () => (await import('./key-form')).KeyForm,
  () => null,
);

/** Problems that another key may solve. */
const KEY_HELPS: ReadonlySet<ViewProblem> = new Set(['key-missing', 'key-malformed', 'wrong-key', 'key-refused']);

interface FailedScreenProps {
  paste: ViewedPaste;
  state: FailedState;
  link?: string;
  onRetry: () => void;
}

export function FailedScreen({ paste, state, link, onRetry }: FailedScreenProps) {
  const { problem, ciphertext, openedAt } = state;
  const clipboard = useClipboard();
  const { title, text } = viewProblemMessages[problem];
  const actions = (
    <>
      {RETRYABLE.has(problem) ? (
        <Button variant="primary" onClick={onRetry}>
          {viewProblemActionMessages.tryAgain}
        </Button>
      ) : null}
      {ciphertext === undefined ? null : (
        <Button onClick={() => save(ciphertext, `${paste.publicId}${paste.isEnvelope ? '.jwe' : '.txt'}`)}>
          {viewProblemActionMessages.saveCiphertext}
        </Button>
      )}
      {problem === 'insecure' && link ? (
        <>
          {/* HTTP and HTTPS never share a port, so only a link without one can be changed. */}
          {location.port === '' ? (
            <KeyLink variant="primary" address={link.replace(/^http:/, 'https:')}>
              {viewProblemActionMessages.openSecurely}
            </KeyLink>
          ) : null}
          <Button onClick={() => clipboard.copy('link', link, viewMessages.linkCopiedWithKey)}>{viewMessages.copyLink}</Button>
        </>
      ) : null}
    </>
  );
  return (
    <Notice title={title} actions={actions}>
      <p role="alert">{openedAt === undefined ? text : openedMessages.text(formatTime(new Date(openedAt)))}</p>
      {KEY_HELPS.has(problem) ? <KeyForm publicId={paste.publicId} /> : null}
      <p role="status">{clipboard.message}</p>
      {paste.burnAfterRead && ciphertext !== undefined ? <p>{viewMessages.burned}</p> : null}
    </Notice>
  );
}
