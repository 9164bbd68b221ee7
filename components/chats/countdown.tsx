'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { chatsMessages as messages } from '#components/messages/chats';
import styles from './chats.module.css';

const SECOND_MS = 1_000;

/**
 * Shows the time left of a token. At the end the page refreshes, and the server says that the token has expired.
 * @param remainingMs at the time of the render: the browser's clock may be wrong
 */
export function Countdown({ remainingMs }: { remainingMs: number }) {
  const router = useRouter();
  const [leftMs, setLeftMs] = useState(remainingMs);

  useEffect(() => {
    const endsAt = performance.now() + remainingMs;
    const tick = () => {
      const left = Math.max(0, endsAt - performance.now());
      setLeftMs(left);
      if (left > 0) return;
      clearInterval(timer);
      router.refresh();
    };
    const timer = setInterval(tick, SECOND_MS);
    return () => clearInterval(timer);
  }, [remainingMs, router]);

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
