'use client';

/**
 * The way back to the page from before signing in, with its fragment: the tab's sessionStorage keeps it meanwhile, because forms
 * and other sites lose it and no server may see it.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { accountMessages } from '#components/messages/account';
import { listen } from '#components/ui/listen';
import { keepJson, readFields, tabStorage } from '#components/ui/storage';
import { addressOf } from '#lib/site/address.rules';
import styles from './account.module.css';
import { LoneLink } from './account-frame';

/** The field of a sign-in form with the page to return to. If the address has a fragment, leads through a page that restores it. */
export function ReturnField({ path }: { path: string }) {
  const fragment = useSyncExternalStore(subscribe, readFragment, () => '');
  useEffect(() => {
    if (fragment !== '') keepFragment(path, fragment);
  }, [path, fragment]);
  return <input type="hidden" name="returnTo" value={fragment === '' ? path : `/account/return?to=${encodeURIComponent(path)}`} />;
}

const readFragment = () => window.location.hash;

const subscribe = (onChange: () => void) => listen(window, 'hashchange', onChange);

/** Goes back to the address from before signing in, with its fragment. */
export function ReturnToPage({ path }: { path: `/${string}` }) {
  useEffect(() => window.location.replace(addressOf(takeFragment(path))), [path]);
  const { returning, continue: go } = accountMessages.gate;
  return (
    <main id="content" className={`column ${styles.account}`}>
      <h1>{returning}</h1>
      <LoneLink href={addressOf(path)}>{go}</LoneLink>
    </main>
  );
}

const NAME = 'sealpaste-return';

/** @param path the path of this host that the fragment belongs to */
export function keepFragment(path: string, fragment: string): void {
  // A browser without storage loses the fragment, and the page then asks for the key.
  keepJson(tabStorage(), NAME, { path, fragment });
}

/** @returns the address with its fragment, which is then forgotten */
export function takeFragment(path: `/${string}`): `/${string}` {
  const kept = readFields(tabStorage(), NAME);
  tabStorage()?.removeItem(NAME);
  return kept.path === path && typeof kept.fragment === 'string' && kept.fragment.startsWith('#') ? `${path}${kept.fragment}` : path;
}
