'use client';

import { Send, Users } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { chatsMessages as messages } from '#components/messages/chats';
import { LinkButton } from '#components/ui/button';
import { CopyField } from '#components/ui/copy-field';
import { QrCode } from '#components/ui/qr-code';
import { SLASH_COMMAND } from '#lib/messenger/messenger.rules';
import styles from './chats.module.css';
import { type LinkingWays, PLATFORM_NAMES } from './chats-data';

interface LinkingCodeProps {
  token: string;
  ways: LinkingWays;
}

export function LinkingCode({ token, ways: { hasBot, botName, slashPlatforms } }: LinkingCodeProps) {
  return (
    <div className={styles.ways}>
      {hasBot ? <TelegramWays token={token} botName={botName} /> : null}
      {slashPlatforms.length === 0 ? null : (
        <div className={styles.way}>
          {slashPlatforms.map((platform) => (
            <CopyField
              key={platform}
              label={messages.sendIn(PLATFORM_NAMES[platform])}
              copyLabel={messages.copyCommand}
              value={`${SLASH_COMMAND} link ${platform === 'discord' ? 'token:' : ''}${token}`}
            />
          ))}
        </div>
      )}
    </div>
  );
}

function TelegramWays({ token, botName }: { token: string; botName: string | null }) {
  const address = botName === null ? null : `https://t.me/${botName}`;
  const link = `${address}?start=${token}`;
  return (
    <>
      <div className={styles.way}>
        {address === null ? null : (
          <>
            <h2>{messages.onThisDevice}</h2>
            <div className={`row ${styles.links}`}>
              <LinkButton variant="primary" href={link} target="_blank" rel="noreferrer" icon={Send}>
                {messages.open}
              </LinkButton>
              <LinkButton href={`${address}?startgroup=${token}`} target="_blank" rel="noreferrer" icon={Users}>
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
    </>
  );
}

const SECOND_MS = 1_000;

export function Countdown({ remainingMs, onEnd }: { remainingMs: number; onEnd: () => void }) {
  const end = useEffectEvent(onEnd);
  const [leftMs, setLeftMs] = useState(remainingMs);

  useEffect(() => {
    const endsAt = performance.now() + remainingMs;
    const tick = () => {
      const left = Math.max(0, endsAt - performance.now());
      setLeftMs(left);
      if (left > 0) return;
      clearInterval(timer);
      end();
    };
    const timer = setInterval(tick, SECOND_MS);
    return () => clearInterval(timer);
  }, [remainingMs]);

  return (
    <span role="timer" className={`needs-script ${styles.countdown}`}>
      {messages.left(formatLeft(leftMs))}
    </span>
  );
}

/** `14:05` */
function formatLeft(ms: number): string {
  const seconds = Math.ceil(ms / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
