'use client';

import Check from 'lucide-react/icons/check';
import KeyRound from 'lucide-react/icons/key-round';
import Link2Off from 'lucide-react/icons/link-2-off';
import { useState } from 'react';
import { twoChannelsMessages as messages } from '#components/messages/two-channels';
import { Button } from '#components/ui/button';
import { copyText } from '#components/ui/copy-text';
import { Disclosure } from '#components/ui/disclosure';
import { useFeedback } from '#components/ui/use-feedback';
import styles from './two-channels.module.css';

type Part = 'link' | 'key';

/**
 * Copies link and key separately, to be sent by two channels: whoever sees only one can't read the paste.
 * @param link the whole link with its key
 * @param onTaken called when both were copied
 */
export function TwoChannels({ link, onTaken }: { link: string; onTaken?: () => void }) {
  const [address = '', key = ''] = link.split('#');
  const [taken, setTaken] = useState<ReadonlySet<Part>>(new Set());
  const [feedback, setFeedback] = useFeedback<Part | 'failed'>();

  async function copy(part: Part): Promise<void> {
    const isCopied = await copyText(part === 'link' ? address : key, null);
    setFeedback(isCopied ? part : 'failed');
    if (!isCopied) return;
    const both = new Set([...taken, part]);
    setTaken(both);
    if (both.size === 2) onTaken?.();
  }

  return (
    <Disclosure className={styles.channels} label={messages.title}>
      <p>{messages.text}</p>
      <div className="row">
        <Button onClick={() => void copy('link')} icon={feedback === 'link' ? Check : Link2Off}>
          {messages.copyLink}
        </Button>
        <Button onClick={() => void copy('key')} icon={feedback === 'key' ? Check : KeyRound}>
          {messages.copyKey}
        </Button>
      </div>
      <p role="status" className={styles.status}>
        {feedback === null ? '' : messages.said[feedback]}
      </p>
    </Disclosure>
  );
}
