/** The formats of a webhook's messages. Browser-safe. */

/** The use that a format makes of the webhook's secret; `none`: the address alone gives the right to write. */
export type SecretUse = 'signs' | 'none' | 'token' | 'optional token';

interface Format {
  secret: SecretUse;
  /** The platform's name, the same in all languages. */
  name: string;
  /** An example of its addresses, for the hint about them. */
  example?: string;
}

const FORMATS = {
  standard: { secret: 'signs', name: '' },
  cloudevents: { secret: 'signs', name: 'CloudEvents' },
  slack: { secret: 'none', name: 'Slack', example: 'https://hooks.slack.com/services/…' },
  discord: { secret: 'none', name: 'Discord', example: 'https://discord.com/api/webhooks/…' },
  mattermost: { secret: 'none', name: 'Mattermost', example: 'https://chat.example/hooks/…' },
  teams: { secret: 'none', name: 'Microsoft Teams' },
  matrix: { secret: 'token', name: 'Matrix', example: 'https://matrix.example/!room:example' },
  ntfy: { secret: 'optional token', name: 'ntfy', example: 'https://ntfy.sh/my-topic' },
} as const satisfies Record<string, Format>;

export type WebhookFormat = keyof typeof FORMATS;
export const WEBHOOK_FORMATS = Object.keys(FORMATS) as [WebhookFormat, ...WebhookFormat[]];

/** Formats whose messages people read, with the address as the right to write there. */
export type ChatFormatName = Exclude<WebhookFormat, 'standard' | 'cloudevents'>;

export const formatOf = (format: WebhookFormat): Format => FORMATS[format];

export const secretUseOf = (format: WebhookFormat): SecretUse => FORMATS[format].secret;

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
