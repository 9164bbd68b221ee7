'use client';

import { Send, Users } from 'lucide-react';
import { chatsTexts as texts } from '#components/messages/chats';
import { createdTexts } from '#components/messages/compose';
import { LinkButton } from '#components/ui/button';
import { CopyField } from '#components/ui/copy-field';
import { QrCode } from '#components/ui/qr-code';
import styles from './chats.module.css';

/**
 * The ways to send a linking token to the bot.
 * @param botName without @; null when it isn't known, and no link leads there
 */
export function LinkingCode({ token, botName }: { token: string; botName: string | null }) {
  const address = botName === null ? null : `https://t.me/${botName}`;
  return (
    <div className={styles.ways}>
      <div className={styles.way}>
        {address === null ? null : (
          <>
            <h2>{texts.onThisDevice}</h2>
            <div className={styles.links}>
              <LinkButton look="primary" href={`${address}?start=${token}`} target="_blank" rel="noreferrer">
                <Send aria-hidden size={16} />
                {texts.open}
              </LinkButton>
              <LinkButton href={`${address}?startgroup=${token}`} target="_blank" rel="noreferrer">
                <Users aria-hidden size={16} />
                {texts.addToGroup}
              </LinkButton>
            </div>
          </>
        )}
        <CopyField
          label={address === null ? texts.send : texts.orSend}
          copyLabel={texts.copyCommand}
          texts={createdTexts}
          value={`/link ${token}`}
          hint={botName === null ? texts.sendToUnnamed : texts.sendTo(botName)}
        />
      </div>
      {address === null ? null : (
        <div className={styles.scan}>
          <h2>{texts.scan}</h2>
          <QrCode text={`${address}?start=${token}`} label={texts.qrLabel} />
        </div>
      )}
    </div>
  );
}
