import { useEffect, useState } from 'react';
import { requestMessages } from '#components/messages/request';
import { CopyField } from '#components/ui/copy-field';
import { LinkWays } from '#components/ui/link-ways';
import { formatTime } from '#lib/locales/format.rules';
import type { NamedSecretRequest } from './keys/secret-request-keys';
import { privateLink, secretRequestLink } from './keys/secret-request-links';

const messages = requestMessages.asked;

/** Shows the link to send, and the private link where the key may leave this browser. */
export function SecretRequestLinks({ request, isNew = false }: { request: NamedSecretRequest; isNew?: boolean }) {
  const [secret, setSecret] = useState<string | null>(null);
  const link = secretRequestLink(request);

  useEffect(() => {
    let isCurrent = true;
    void privateLink(request).then((made) => {
      if (isCurrent) setSecret(made);
    });
    return () => {
      isCurrent = false;
    };
  }, [request]);

  return (
    <div className="stack">
      <CopyField
        isMain={isNew}
        label={messages.link}
        copyLabel={messages.copyLink}
        value={link}
        hint={messages.hint(formatTime(new Date(request.expiresAt)))}
      />
      <LinkWays link={link} qrLabel={messages.qrLabel} />
      {secret === null ? null : (
        <>
          <CopyField
            label={requestMessages.private.link}
            copyLabel={requestMessages.private.copyLink}
            value={secret}
            hint={requestMessages.private.hint}
          />
          <LinkWays link={secret} qrLabel={requestMessages.private.qrLabel} />
        </>
      )}
    </div>
  );
}
