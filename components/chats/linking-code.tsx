'use client';

import { Send, Users } from 'lucide-react';
import { chatsMessages as messages } from '#components/messages/chats';
import { LinkButton } from '#components/ui/button';
import { CopyField } from '#components/ui/copy-field';
import { QrCode } from '#components/ui/qr-code';
import styles from './chats.module.css';

/**
 * The ways to send a linking token to the bot.
 * @param botName the name without @; null when it isn't known, so that there is no link to the bot
 */
export function LinkingCode({ token, botName }: { token: string; botName: string | null }) {
  const address = botName === null ? null : `https://t.me/${botName}`;
  const link = `${address}?start=${token}`;
  return (
    <div className={styles.ways}>
      <div className={styles.way}>
        {address === null ? null : (
          <>
            <h2>{messages.onThisDevice}</h2>
            <div className={`row ${styles.links}`}>
              <LinkButton variant="primary" href={link} target="_blank" rel="noreferrer">
                <Send aria-hidden size={16} />
                {messages.open}
              </LinkButton>
              <LinkButton href={`${address}?startgroup=${token}`} target="_blank" rel="noreferrer">
                <Users aria-hidden size={16} />
                {messages.addToGroup}
              </LinkButton>
            </div>
          </>
        )}
        <CopyField
          label={address === null ? messages.send : messages.orSend}
          copyLabel={messages.copyCommand}
          value={`/link ${token}`}
          hint={botName === null ? messages.sendToUnnamed : messages.sendTo(botName)}
        />
      </div>
      {address === null ? null : (
        <div className={`needs-script ${styles.scan}`}>
          <h2>{messages.scan}</h2>
          <QrCode text={link} label={messages.qrLabel} />
        </div>
      )}
    </div>
  );
}
