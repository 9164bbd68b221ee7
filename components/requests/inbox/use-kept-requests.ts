import { useEffect, useEffectEvent, useState } from 'react';
import { forgetRequest, listRequests, type NamedRequest } from '../keys/request-keys-store';

/** null: not known yet; `unavailable` where the browser forbids it. */
type KeptRequests = readonly NamedRequest[] | 'unavailable' | null;

/** Reads the requests whose keys this browser has. */
export function useKeptRequests() {
  const [kept, setKept] = useState<KeptRequests>(null);

  async function refresh(): Promise<void> {
    setKept(await listRequests(Date.now()).catch(() => 'unavailable' as const));
  }

  async function forget(thumbprint: string): Promise<void> {
    await forgetRequest(thumbprint).catch(() => undefined);
    await refresh();
  }

  const look = useEffectEvent(() => void refresh());
  useEffect(() => {
    look();
    // Another tab may have made a request meanwhile.
    const lookAgain = () => {
      if (document.visibilityState === 'visible') look();
    };
    document.addEventListener('visibilitychange', lookAgain);
    return () => document.removeEventListener('visibilitychange', lookAgain);
  }, []);

  return { kept, refresh, forget };
}
