import { webhookTexts as texts } from '#components/messages/webhooks';
import { LinkButton } from '#components/ui/button';
import { Notice } from '#components/ui/notice';

export default function WebhookNotHere() {
  return (
    <Notice
      title={texts.notHereTitle}
      actions={
        <LinkButton look="primary" href="/account/webhooks">
          {texts.back}
        </LinkButton>
      }
    >
      <p>{texts.notHere}</p>
    </Notice>
  );
}
