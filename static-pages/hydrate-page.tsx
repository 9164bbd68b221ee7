/** Starts the program of a page that is a file: React takes over the document that the build has rendered. */
import type { ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { ErrorBoundary } from '#components/shell/error-boundary';
import { StaticShell, StaticTitle } from '#components/shell/static-shell';

export function hydratePage(Page: ComponentType, isForReaders = false): void {
  hydrateRoot(
    document.body,
    <ErrorBoundary>
      <StaticShell isForReaders={isForReaders}>
        <ErrorBoundary>
          <StaticTitle title={document.title} />
          <Page />
        </ErrorBoundary>
      </StaticShell>
    </ErrorBoundary>,
  );
}
