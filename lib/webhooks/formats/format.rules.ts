/** The formats of a webhook's messages. Browser-safe. */

export const WEBHOOK_FORMATS = ['standard', 'cloudevents', 'slack', 'discord', 'mattermost', 'teams', 'matrix', 'ntfy'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** Formats whose messages people read, with the address as the right to write there. */
export type ChatFormatName = Exclude<WebhookFormat, 'standard' | 'cloudevents'>;

/** The use that a format makes of the webhook's secret; `none`: the address alone gives the right to write. */
const SECRET_USES = {
  standard: 'signs',
  cloudevents: 'signs',
  slack: 'none',
  discord: 'none',
  mattermost: 'none',
  teams: 'none',
  matrix: 'token',
  ntfy: 'optional token',
} as const satisfies Record<WebhookFormat, string>;
export type SecretUse = (typeof SECRET_USES)[WebhookFormat];

export const secretUseOf = (format: WebhookFormat): SecretUse => SECRET_USES[format];

/** Whether the secret is an access token, which is sent. */
export const isToken = (use: SecretUse): boolean => use === 'token' || use === 'optional token';

export const isChatFormat = (format: WebhookFormat): format is ChatFormatName => secretUseOf(format) !== 'signs';

/** Characters after the origin from which four are shown: of fewer, four would tell too much. */
const MIN_SHORTENED = 12;

/** The webhook's address as lists show it: whoever knows a chat's whole address may write there. @param url as stored */
export function shownUrl(format: WebhookFormat, url: string): string {
  if (!isChatFormat(format) || !URL.canParse(url)) return url;
  const { origin } = new URL(url);
  const rest = url.slice(origin.length);
  return `${origin}/…${rest.length < MIN_SHORTENED ? '' : rest.slice(-4)}`;
}
