'use client';

import { useEffect, useSyncExternalStore } from 'react';
import { keepFragment } from './fragment-keeper';

/** The field of a sign-in form with the page to return to. If the address has a fragment, leads through a page that restores it. */
export function ReturnField({ path }: { path: string }) {
  const fragment = useSyncExternalStore(subscribe, readFragment, () => '');
  useEffect(() => {
    if (fragment !== '') keepFragment(path, fragment);
  }, [path, fragment]);
  return <input type="hidden" name="returnTo" value={fragment === '' ? path : `/account/return?to=${encodeURIComponent(path)}`} />;
}

const readFragment = () => window.location.hash;

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}
