import { ConflictError, ValidationError } from '../http/errors';

export function urlRefused(message: string): ValidationError {
  return new ValidationError([{ path: ['url'], message }]);
}

export function tooManyWebhooks(limit: number): ValidationError {
  return new ValidationError([{ path: [], message: `expected at most ${limit} webhooks: delete one first` }]);
}

/** Nothing is sent to an endpoint that is switched off. */
export class WebhookInactiveError extends ConflictError {
  override readonly name = 'WebhookInactiveError';
  constructor() {
    super('the webhook is switched off: switch it on first', ['isActive']);
  }
}
