'use client';

import { viewProblemActionMessages } from '#components/messages/view-problem-action';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';

interface UnreachableProps {
  words: { title: string; text: string };
  /** Called to ask again; absent where only a reload does. */
  onRetry?: () => void;
}

export function Unreachable({ words: { title, text }, onRetry }: UnreachableProps) {
  return (
    <Notice
      title={title}
      actions={
        onRetry && (
          <Button variant="primary" onClick={onRetry}>
            {viewProblemActionMessages.tryAgain}
          </Button>
        )
      }
    >
      <p role="alert">{text}</p>
    </Notice>
  );
}
