'use client';

import CircleUser from 'lucide-react/icons/circle-user';
import Files from 'lucide-react/icons/files';
import KeyRound from 'lucide-react/icons/key-round';
import Plus from 'lucide-react/icons/plus';
import { useSyncExternalStore } from 'react';
import { commonMessages } from '#components/messages/common';
import { hasKept } from '#components/ui/kept-here';
import { listen } from '#components/ui/listen';
import { NEW_PASTE_ID } from '#components/ui/site-name';
import { addressOf } from '#lib/site/address.rules';
import styles from './shell.module.css';

interface SiteLinksProps {
  userName: string | null;
  isForReaders: boolean;
}

/** The links of the header. Strangers who open a link get none: they came to read. */
export function SiteLinks({ userName, isForReaders }: SiteLinksProps) {
  const isKnown = useSyncExternalStore(subscribe, hasKept, () => false);
  if (isForReaders && userName === null && !isKnown) return null;
  const account =
    userName === null
      ? { href: addressOf('/account'), text: commonMessages.signIn }
      : { href: addressOf('/account/settings'), text: userName, label: commonMessages.signedInAs(userName) };
  return (
    <>
      <a id={NEW_PASTE_ID} className={styles.link} href={addressOf('/')}>
        <Plus aria-hidden size={16} />
        <span>{commonMessages.newPaste}</span>
      </a>
      <a className={styles.link} href={addressOf('/requests')}>
        <KeyRound aria-hidden size={16} />
        <span>{commonMessages.ask}</span>
      </a>
      <a className={styles.link} href={addressOf('/mine')}>
        <Files aria-hidden size={16} />
        <span>{commonMessages.own}</span>
      </a>
      <a className={styles.link} href={account.href} aria-label={account.label}>
        <CircleUser aria-hidden size={16} />
        <bdi className={`ellipsis ${styles.user}`}>{account.text}</bdi>
      </a>
    </>
  );
}

/** Browsers send the event for changes of other tabs; this page's own send it, too. */
const subscribe = (onChange: () => void) => listen(window, 'storage', onChange);
