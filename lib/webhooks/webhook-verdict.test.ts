/** Refusals of each platform and their meaning, with the bodies that their documents show. */
import { expect, it } from 'vitest';
import type { WebhookFormat } from './formats/format.rules';
import { verdictOf } from './webhook-deliveries';

const DISCORD = '{"message": "You are being rate limited.", "retry_after": 64.57, "global": false}';
const MATRIX = '{"errcode":"M_LIMIT_EXCEEDED","error":"Too many requests","retry_after_ms":2000}';
const NTFY = '{"code":42901,"http":429,"error":"limit reached: too many requests","link":"https://ntfy.sh/docs/publish/#limitations"}';
const UNKNOWN_TOKEN = '{"errcode":"M_UNKNOWN_TOKEN","error":"Unrecognised access token"}';
const FORBIDDEN = '{"errcode":"M_FORBIDDEN","error":"User not in room"}';

it.each<[WebhookFormat, number | null, string | null, number | null, string, number | null]>([
  ['slack', 429, 'rate_limited', 30_000, 'limited', 30_000],
  ['discord', 429, DISCORD, 65_000, 'limited', 64_570],
  ['discord', 429, '<html>', 65_000, 'limited', 65_000],
  ['discord', 429, '{"retry_after": "soon"}', null, 'limited', 20_000],
  ['discord', 429, 'null', null, 'limited', 20_000],
  ['discord', 429, '{"retry_after": -1}', 1_000, 'limited', 1_000],
  ['mattermost', 429, 'limit exceeded', 1_000, 'limited', 1_000],
  ['teams', 429, '', 17_000, 'limited', 17_000],
  ['matrix', 429, MATRIX, null, 'limited', 2_000],
  ['ntfy', 429, NTFY, null, 'limited', 20_000],
  ['standard', 429, DISCORD, 5_000, 'failed', 5_000],
  ['cloudevents', 429, MATRIX, null, 'failed', null],
  ['slack', 404, 'no_service', null, 'gone', null],
  ['slack', 410, 'channel_is_archived', null, 'gone', null],
  ['discord', 404, '{"message": "Unknown Webhook", "code": 10015}', null, 'gone', null],
  ['teams', 404, '{"error":{"code":"WorkflowNotFound"}}', null, 'gone', null],
  ['matrix', 401, UNKNOWN_TOKEN, null, 'gone', null],
  ['matrix', 403, FORBIDDEN, null, 'failed', null],
  ['matrix', 404, '', null, 'failed', null],
  ['mattermost', 404, '', null, 'failed', null],
  ['ntfy', 404, '', null, 'failed', null],
  ['standard', 404, '', null, 'failed', null],
  ['cloudevents', 410, '', null, 'gone', null],
  ['slack', 400, 'invalid_payload', null, 'failed', null],
  ['slack', 503, '', 3_000, 'failed', 3_000],
  ['discord', 204, '', null, 'sent', null],
  ['teams', 202, '', null, 'sent', null],
  ['slack', null, null, null, 'failed', null],
])('%s, %s with %j and Retry-After %s: %s, %s ms', (format, status, body, retryAfterMs, verdict, waitMs) => {
  const result = verdictOf(format, { status, body, retryAfterMs });
  expect([result.kind, verdict === 'gone' ? null : (result.waitMs ?? null)]).toEqual([verdict, waitMs]);
});
