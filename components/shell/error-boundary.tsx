'use client';

import { Component, type ReactNode } from 'react';
import { errorPageMessages } from '#components/messages/error-page';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';

/** The page for errors: our words, and a number that the log also has. */
export function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
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

/** Shows the page for errors instead of content that failed, as Next does on the pages that it renders. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null };
  static getDerivedStateFromError = (error: Error) => ({ error });

  override render() {
    const { error } = this.state;
    return error === null ? this.props.children : <ErrorPage error={error} reset={() => this.setState({ error: null })} />;
  }
}
