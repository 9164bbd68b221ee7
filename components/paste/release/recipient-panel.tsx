'use client';

import { type ReactNode, useId } from 'react';
import { releaseMessages } from '#components/messages/release';
import { Section } from '#components/ui/section';
import { formatRelative } from '#components/ui/times';
import { serverNow } from '#lib/client/server-clock';
import type { Credential } from './release.client';
import styles from './release.module.css';
import { useWaiting } from './release-panel';

interface RecipientPanelProps {
  publicId: string;
  credential: Credential;
  /** Shown instead, to somebody who may not look. */
  otherwise?: ReactNode;
}

/** Shows for which mailbox a burn paste is, and what became of the codes that were mailed there. */
export function RecipientPanel({ publicId, credential, otherwise = null }: RecipientPanelProps) {
  const { found, isStale } = useWaiting(publicId, credential);
  const id = useId();
  const { mailed: messages, gone, live, unknownClient, unreachable } = releaseMessages;
  if (found === 'forbidden') return otherwise;
  const recipient = typeof found === 'object' ? found.recipient : undefined;
  return (
    <Section id={id} title={messages.heading} className={styles.release}>
      <p role="status" className={styles.state}>
        {found === 'gone' ? gone : recipient?.claims.length === 0 ? messages.none : ''}
      </p>
      {recipient?.address ? <p dir="auto">{messages.address(recipient.address)}</p> : null}
      <ul className={styles.readers}>
        {recipient?.claims.map(({ since, client, state }) => (
          <li key={`${since} ${client}`}>
            <p className={styles.facts}>
              <span>{formatRelative(Date.parse(since), serverNow())}</span> · <bdi>{client ?? unknownClient}</bdi>
              <br />
              <span>{messages.states[state]}</span>
            </p>
          </li>
        ))}
      </ul>
      <p className={styles.hint}>{found === 'gone' ? '' : isStale ? unreachable : live}</p>
    </Section>
  );
}
