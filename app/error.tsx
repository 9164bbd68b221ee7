'use client';

import { errorPageMessages } from '#components/messages/error-page';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';

/** The page that Next shows when a page fails: our words, and a number that the log also has. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <>
      {/* The failed page may have had no title yet. */}
      <title>{errorPageMessages.serverErrorTitle}</title>
      <Notice
        title={errorPageMessages.serverErrorTitle}
        actions={
          <Button variant="primary" onClick={reset}>
            {errorPageMessages.tryAgain}
          </Button>
        }
      >
        <p>{errorPageMessages.serverErrorText}</p>
        {error.digest ? (
          <p>
            {errorPageMessages.requestId}: <code>{error.digest}</code>
          </p>
        ) : null}
      </Notice>
    </>
  );
}
