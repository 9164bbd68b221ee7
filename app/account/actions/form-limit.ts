/** Forms of the account pages are refused before anything is read or written when too many come from one address. */
import { createHash } from 'node:crypto';
import { accountMessages } from '#components/messages/account';
import { commonMessages } from '#components/messages/common';
import type { Services } from '#lib/composition/services';
import { limitIdentity } from '#lib/http/client-address';
import type { RequestContext } from '#lib/http/context';
import { TooManyRequestsError } from '#lib/http/errors';
import type { RateLimiter } from '#lib/http/rate-limit';
import type { Reply } from '#lib/http/reply';

interface Counted {
  request: Request;
  context: RequestContext;
  services: Services;
}

/**
 * Counts a form.
 * @param what the limiter is called in the metrics
 * @returns the page that refuses it, or null when it may go on
 * @throws TooManyRequestsError where it wasn't a person who sent it
 */
export async function refuseTooMany(
  { request, context, services }: Counted,
  what: 'form' | 'sign-in' | 'registration',
  limiter: RateLimiter,
  identity = limitIdentity(context.clientAddress),
): Promise<Reply | null> {
  const result = await limiter.consume(identity);
  if (!result || result.allowed) return null;
  const { metrics, abuseLogLimiter, log } = services;
  metrics.rateLimitHit(what);
  const { requestId, clientAddress } = context;
  const mayLog = await abuseLogLimiter.consume(limitIdentity(clientAddress));
  if (!mayLog || mayLog.allowed)
    log.warn({ requestId, clientAddress, limiter: what, limit: result.limit }, 'rate limit exceeded, possible abuse');
  if (!request.headers.get('accept')?.includes('text/html')) throw new TooManyRequestsError(result.resetSeconds);
  return refusal(what === 'registration' ? 'register' : 'signIn', result.resetSeconds);
}

/** Not a page of Next's, which can't answer 429; it needs nothing but itself. */
function refusal(from: 'register' | 'signIn', waitSeconds: number): Reply {
  const messages = accountMessages.tooMany;
  const wait = waitSeconds > 120 ? commonMessages.minutes(Math.ceil(waitSeconds / 60)) : commonMessages.seconds(waitSeconds);
  const text = from === 'register' ? messages.accounts(wait) : messages.forms(wait);
  const back = from === 'register' ? '/account/register' : '/account';
  return {
    status: 429,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'Retry-After': String(waitSeconds),
    },
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${messages.title} · Sealpaste</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${messages.title}</h1>
<p>${text}</p>
<p><a href="${back}">${messages.back}</a></p>
</main>
</body>
</html>
`,
  };
}

/** The colours of the other pages; which of them, only the browser says here. */
const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; background: light-dark(#ffffff, #0e1013); color: light-dark(#16191d, #e8eaed); font: 0.9375rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: clamp(2rem, 8vh, 5rem) clamp(0.875rem, 3vw, 1.5rem); }
h1 { margin: 0 0 1rem; font-size: 1.5rem; font-weight: 600; letter-spacing: -0.02em; line-height: 1.25; }
p { margin: 0 0 0.5rem; }
a { display: inline-block; padding-block: 0.625rem; color: light-dark(#1d5fd1, #7cb0ff); }
`;
