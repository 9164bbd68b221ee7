'use client';

import type { ComponentProps } from 'react';
import ErrorPage from './error';

/** The page when even the frame of all pages fails. Next's own page has other words, and all pages would load its styles. */
export default function GlobalErrorPage(props: ComponentProps<typeof ErrorPage>) {
  return (
    <html lang="en">
      <body>
        <ErrorPage {...props} />
      </body>
    </html>
  );
}
