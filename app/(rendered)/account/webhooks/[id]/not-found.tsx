import { webhookMessages as messages } from '#components/messages/webhook';
import { LinkButton } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { addressOf } from '#lib/site/address.rules';

export default function WebhookNotHere() {
  return (
    <Notice
      title={messages.notHereTitle}
      actions={
        <LinkButton variant="primary" href={addressOf('/account/webhooks')}>
          {messages.back}
        </LinkButton>
      }
    >
      <p>{messages.notHere}</p>
    </Notice>
  );
}
