import { useEffect, useEffectEvent } from 'react';

/** What can be a token: as long as it is not sent as a header, a fragment may hold anything. */
const TOKEN = /^[\w-]{1,200}$/;

/** Removes the token from the address, so that screenshots and synced histories don't hold it. */
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
