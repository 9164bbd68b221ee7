'use client';

import { useEffect } from 'react';
import { accountMessages } from '#components/messages/account';
import { addressOf } from '#lib/site/address.rules';
import styles from './account.module.css';
import { LoneLink } from './account-frame';
import { takeFragment } from './fragment-keeper';

/** Goes back to the address from before signing in, with its fragment. */
export function ReturnToPage({ path }: { path: `/${string}` }) {
  useEffect(() => window.location.replace(addressOf(takeFragment(path))), [path]);
  const { returning, continue: go } = accountMessages.gate;
  return (
    <main id="content" className={styles.narrow}>
      <h1>{returning}</h1>
      <LoneLink href={addressOf(path)}>{go}</LoneLink>
    </main>
  );
}
