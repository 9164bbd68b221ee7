import { declareErrors, errorClass, ValidationError } from '../http/errors';

export const WEBHOOK_ERRORS = declareErrors({
  url_refused: [400, 'The service sends nothing to this URL. `details` says why.'],
  too_many_webhooks: [400, 'You have as many webhooks as this service keeps for one user.'],
  webhook_inactive: [409, 'The webhook is switched off.'],
});

export function urlRefused(message: string): ValidationError {
  return new ValidationError([{ path: ['url'], message }], {}, WEBHOOK_ERRORS.url_refused);
}

export function secretRefused(message: string): ValidationError {
  return new ValidationError([{ path: ['secret'], message }]);
}

export function tooManyWebhooks(limit: number): ValidationError {
  const message = `expected at most ${limit} webhooks: delete one first`;
  return new ValidationError([{ path: [], message }], {}, WEBHOOK_ERRORS.too_many_webhooks);
}

/** A delivery was to be sent again to an endpoint that is switched off. */
export const WebhookInactiveError = errorClass(WEBHOOK_ERRORS.webhook_inactive, () => ({
  details: [{ path: ['isActive'], message: 'the webhook is switched off: switch it on first' }],
}));
