import { webhookFormatMessages as messages } from '#components/messages/webhook-format';
import type { WebhookFormat } from '#lib/webhooks/formats/format.rules';

/** Names of platforms, which are the same in all languages. */
const NAMES: Readonly<Record<Exclude<WebhookFormat, 'standard'>, string>> = {
  cloudevents: 'CloudEvents',
  slack: 'Slack',
  discord: 'Discord',
  mattermost: 'Mattermost',
  teams: 'Microsoft Teams',
  matrix: 'Matrix',
  ntfy: 'ntfy',
};

export const formatName = (format: WebhookFormat): string => (format === 'standard' ? messages.signedRequest : NAMES[format]);
