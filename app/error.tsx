'use client';

import { commonMessages } from '#components/messages/common';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';

/** The page that Next shows when a page fails: our words, and a number that the log also has. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <>
      {/* The failed page may have had no title yet. */}
      <title>{commonMessages.errors.serverErrorTitle}</title>
      <Notice
        title={commonMessages.errors.serverErrorTitle}
        actions={
          <Button variant="primary" onClick={reset}>
            {commonMessages.errors.tryAgain}
          </Button>
        }
      >
        <p>{commonMessages.errors.serverErrorText}</p>
        {error.digest ? (
          <p>
            {commonMessages.errors.requestId}: <code>{error.digest}</code>
          </p>
        ) : null}
      </Notice>
    </>
  );
}
