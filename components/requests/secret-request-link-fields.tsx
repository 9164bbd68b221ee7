import { requestMessages } from '#components/messages/request';
import { CopyField } from '#components/ui/copy-field';
import { LinkWays } from '#components/ui/link-ways';
import { formatTime } from '#lib/locales/format.rules';
import { inboxLinkOf, type KeptSecretRequest } from './kept/kept-secret-requests';

const messages = requestMessages.asked;

/** Shows the link to send, and the inbox link, by which the asker reads the answers on any device. */
export function SecretRequestLinks({ request, isNew = false }: { request: KeptSecretRequest; isNew?: boolean }) {
  const { link, expiresAt } = request;
  const inboxLink = inboxLinkOf(request);
  return (
    <div className="stack">
      <CopyField
        isMain={isNew}
        label={messages.link}
        copyLabel={messages.copyLink}
        value={link}
        hint={`${messages.hint(formatTime(new Date(expiresAt)))} ${messages.reply}`}
      />
      <LinkWays link={link} qrLabel={messages.qrLabel} />
      <CopyField label={messages.inbox} copyLabel={messages.copyInbox} value={inboxLink} hint={messages.inboxHint} />
      <LinkWays link={inboxLink} qrLabel={messages.inboxQrLabel} />
    </div>
  );
}
