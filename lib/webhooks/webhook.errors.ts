import { PublicError, ValidationError } from '../http/errors';
import { MAX_WEBHOOKS_PER_USER } from './webhook.rules';

export function urlRefused(message: string): ValidationError {
  return new ValidationError([{ path: ['url'], message }]);
}

export function tooManyWebhooks(): ValidationError {
  return new ValidationError([{ path: [], message: `expected at most ${MAX_WEBHOOKS_PER_USER} webhooks` }]);
}

/** Nothing is sent to an endpoint that is switched off. */
export class WebhookInactiveError extends PublicError {
  override readonly name = 'WebhookInactiveError';
  constructor() {
    super(409, 'Conflict', { details: [{ path: ['isActive'], message: 'the webhook is switched off: switch it on first' }] });
  }
}
