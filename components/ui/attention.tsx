'use client';

import Bell from 'lucide-react/icons/bell';
import { useEffect, useRef, useState } from 'react';
import { attentionMessages as messages } from '#components/messages/attention';
import { pageLanguage } from '#lib/locales/page-language.rules';
import { useIsRunning } from './browser-facts';
import { Button } from './button';
import { useTabTitle } from './tab-title';

/**
 * Tells somebody who looks elsewhere what waits in this tab: by the tab's title, and by a notification where that is allowed.
 * @param count how many wait; 0: nothing is said
 * @param said who or what waits, in words without anything secret: others may see the screen
 */
export function useAttention(count: number, said: string): void {
  const before = useRef(0);
  useTabTitle('waits', count === 0 ? '' : `(${count.toLocaleString(pageLanguage())}) ${said}`);

  useEffect(() => {
    if (count > before.current && document.hidden) notify(said);
    before.current = count;
  }, [count, said]);
}

function notify(said: string): void {
  if (!canNotify() || Notification.permission !== 'granted') return;
  // One for each page: a later one takes the place of the one before.
  const shown = new Notification(said, { tag: location.pathname });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}

/** Browsers of phones have the name, but let only service workers notify. */
const canNotify = (): boolean => 'Notification' in window && !/Android/.test(navigator.userAgent);

/** Asks the browser to allow notifications, where it has not been asked yet. */
export function NotifyButton() {
  const isRunning = useIsRunning();
  const [isAsked, setAsked] = useState(false);
  if (!isRunning || isAsked || !canNotify() || Notification.permission !== 'default') return null;
  return (
    <Button variant="quiet" onClick={() => void Notification.requestPermission().finally(() => setAsked(true))} icon={Bell}>
      {messages.notify}
    </Button>
  );
}
