import { useCallback, useEffect, useState } from 'react';
import { forgetRequest, listRequests, type NamedRequest } from '../keys/request-keys.store';

/** null: not known yet; `unavailable` where the browser forbids it. */
type KeptRequests = readonly NamedRequest[] | 'unavailable' | null;

/** The requests of which this browser has the keys. */
export function useKeptRequests() {
  const [kept, setKept] = useState<KeptRequests>(null);

  const refresh = useCallback(async () => {
    setKept(await listRequests(Date.now()).catch(() => 'unavailable' as const));
  }, []);

  const forget = useCallback(
    async (thumbprint: string) => {
      await forgetRequest(thumbprint).catch(() => undefined);
      await refresh();
    },
    [refresh],
  );

  useEffect(() => {
    void refresh();
    // Another tab may have made one meanwhile.
    const look = () => {
      if (document.visibilityState === 'visible') void refresh();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [refresh]);

  return { kept, refresh, forget };
}
