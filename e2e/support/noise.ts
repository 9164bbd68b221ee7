/** What goes wrong on a page unasked. */
import type { Page } from '@playwright/test';

/** What may be heard in any test, each with its reason. */
const ALWAYS_ALLOWED: readonly RegExp[] = [
  // Chromium asks for an icon where no page names one (raw text).
  /\/favicon\.ico/,
  // Aborted is what the browser itself breaks off: what a page still loads or refreshes when it is left, and now and then
  // a stream whose reader has read it to its end. A server that breaks off has other names (ERR_CONNECTION, ERR_EMPTY).
  /^failed: net::ERR_ABORTED GET /,
  // Sent on leaving or in passing; nothing waits for the response.
  /^failed: net::ERR_ABORTED POST \S+\/(acknowledge|hide-key|hide-secret|end-linking)$/,
  // Next preloads the styles of parts that may come; Chromium remarks on those that haven't after some seconds.
  /\/_next\/static\/\S+ was preloaded using link preload but not used within a few seconds/,
];

/** What went wrong unasked, in the order it happened. */
export interface Noise {
  /** Declares before it happens what a test provokes on purpose. Also matched against the address. */
  allow(pattern: RegExp): void;
  /** Also listens to a page that the test opened itself. */
  listen(page: Page): Promise<void>;
  /** Hears nothing more: what a page breaks off because it is closed is no noise. */
  end(): void;
  /** What was heard and nobody had allowed. */
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
