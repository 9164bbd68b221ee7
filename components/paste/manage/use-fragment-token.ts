import { useEffect, useEffectEvent } from 'react';

/** The form of a token. A fragment may hold anything, and the token is sent as a header. */
const TOKEN = /^[\w-]{1,200}$/;

/** Reads the token from the fragment and removes it from the address, so that screenshots and synced histories don't hold it. */
export function useFragmentToken(onToken: (token: string | null) => void): void {
  const tell = useEffectEvent(onToken);
  useEffect(() => {
    const take = () => {
      const fragment = window.location.hash.slice(1);
      if (fragment === '') return tell(null);
      window.history.replaceState(window.history.state, '', window.location.pathname);
      tell(TOKEN.test(fragment) ? fragment : null);
    };
    take();
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
}
