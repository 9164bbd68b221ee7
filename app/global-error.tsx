'use client';

import type { ComponentProps } from 'react';
import ErrorPage from './error';

/** When the frame of every page fails, too. Next's own page has other words, and every page would load its styles. */
export default function GlobalErrorPage(props: ComponentProps<typeof ErrorPage>) {
  return (
    <html lang="en">
      <body>
        <ErrorPage {...props} />
      </body>
    </html>
  );
}
