'use client';

import { commonMessages } from '#components/messages/common';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';

/** What Next shows when a page fails: our words, and a number that is in the log. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <>
      {/* The page that failed may have had none yet. */}
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
