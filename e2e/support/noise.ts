/** Collects errors of a page that a test didn't provoke. */
import type { Page } from '@playwright/test';

/** Messages that any test may produce, each with its reason. */
const ALWAYS_ALLOWED: readonly RegExp[] = [
  // Chromium requests this icon for raw text, which names none.
  /\/favicon\.ico/,
  // The browser aborts what a page still loads when it is left, and now and then a stream that was read to its end.
  // A server that breaks off causes other errors (ERR_CONNECTION, ERR_EMPTY).
  /^failed: net::ERR_ABORTED GET /,
  // Pages send these on leaving or in passing; nothing waits for the response.
  /^failed: net::ERR_ABORTED POST \S+\/(acknowledge)$/,
  // Next preloads styles of parts that may appear later; Chromium warns when one is unused after some seconds.
  /\/_next\/static\/\S+ was preloaded using link preload but not used within a few seconds/,
];

/** The unprovoked errors, in the order of their occurrence. */
export interface Noise {
  /** Allows beforehand an error that the test provokes. The pattern is also matched against the address. */
  allow(pattern: RegExp): void;
  /** Also listens to a page that the test opened itself. */
  listen(page: Page): Promise<void>;
  /** Stops listening, because requests that a closing page breaks off are no noise. */
  end(): void;
  /** The errors so far that were not allowed. */
  unexpected(): string[];
}

export function listenForNoise(): Noise {
  const allowed: RegExp[] = [...ALWAYS_ALLOWED];
  const heard: string[] = [];
  let hasEnded = false;
  const hear = (text: string) => {
    if (!hasEnded) heard.push(text);
  };
  return {
    allow: (pattern) => void allowed.push(pattern),
    async listen(page) {
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') hear(`console: ${message.text()} (${message.location().url})`);
      });
      page.on('pageerror', (error) => hear(`uncaught: ${error.stack ?? error.message}`));
      page.on('requestfailed', (request) => hear(`failed: ${request.failure()?.errorText} ${request.method()} ${request.url()}`));
      await page.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          console.error(`policy: ${event.violatedDirective} forbids ${event.blockedURI} in ${event.sourceFile}:${event.lineNumber}`);
        });
      });
    },
    end: () => {
      hasEnded = true;
    },
    unexpected: () => heard.filter((text) => !allowed.some((pattern) => pattern.test(text))),
  };
}
