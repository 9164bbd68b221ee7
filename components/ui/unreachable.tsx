'use client';

import { viewMessages } from '#components/messages/view';
import { viewProblemActionMessages } from '#components/messages/view-problem-action';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';

/** The screen when the server can't be reached. @param onRetry asks again */
export function Unreachable({ onRetry }: { onRetry: () => void }) {
  const { title, text } = viewMessages.offline;
  return (
    <Notice
      title={title}
      actions={
        <Button variant="primary" onClick={onRetry}>
          {viewProblemActionMessages.tryAgain}
        </Button>
      }
    >
      <p role="alert">{text}</p>
    </Notice>
  );
}
