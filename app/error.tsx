'use client';

import { en } from '#components/messages/en';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';

/** What Next shows when a page fails: our words, and a number that is in the log. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <Notice
      title={en.errors.serverErrorTitle}
      actions={
        <Button look="primary" onClick={reset}>
          {en.errors.tryAgain}
        </Button>
      }
    >
      <p>{en.errors.serverErrorText}</p>
      {error.digest ? (
        <p>
          {en.errors.requestId}: <code>{error.digest}</code>
        </p>
      ) : null}
    </Notice>
  );
}
