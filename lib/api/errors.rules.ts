import { ACCOUNT_ERRORS } from '../accounts/accounts.errors';
import { HTTP_ERRORS } from '../http/errors';
import { MAIL_ERRORS } from '../mail/mail.errors';
import { MESSENGER_ERRORS } from '../messenger/messenger.errors';
import { ADMINISTRATION_ERRORS } from '../operations/administration.errors';
import { PASTE_ERRORS } from '../pastes/paste.errors';
import { LIMIT_ERRORS } from '../pastes/service/limits.errors';
import { REQUEST_ERRORS } from '../requests/request.errors';
import { WEBHOOK_ERRORS } from '../webhooks/webhook.errors';

export const ERRORS = {
  ...HTTP_ERRORS,
  ...ACCOUNT_ERRORS,
  ...PASTE_ERRORS,
  ...LIMIT_ERRORS,
  ...REQUEST_ERRORS,
  ...WEBHOOK_ERRORS,
  ...MESSENGER_ERRORS,
  ...MAIL_ERRORS,
  ...ADMINISTRATION_ERRORS,
};

export type ErrorCode = keyof typeof ERRORS;

/** Errors that any endpoint can respond with. */
export const COMMON_ERRORS: readonly ErrorCode[] = ['request_timeout', 'headers_too_large', 'internal_error', 'unavailable'];

export const BODY_ERRORS: readonly ErrorCode[] = ['validation', 'malformed_json', 'body_too_large', 'unsupported_media_type'];

export const STORAGE_ERRORS: readonly ErrorCode[] = [
  'key_required',
  'network',
  'rule',
  'recipient_unavailable',
  'recipient_needs_account',
  'too_many_pastes',
  'too_many_bytes',
  'storage_full',
  'disk_full',
];

export const READ_ERRORS: readonly ErrorCode[] = [
  'not_found',
  'read_token_required',
  'approval_required',
  'condition_refused',
  'range_refused',
  'prefetch_refused',
];
