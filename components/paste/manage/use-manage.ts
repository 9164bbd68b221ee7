import { useState } from 'react';

/** The outcome of a request to extend or delete a paste, with the sentence to show. */
export type RequestEnd =
  /** `expiresAt`: ISO 8601; null: never. */
  { type: 'extended'; expiresAt: string | null; message: string } | { type: 'failed'; message: string } | { type: 'deleted' | 'gone' };

/** Follows the requests that extend or delete a paste, which a part that loads later makes, one at a time. */
export function useManage() {
  const [extendedTo, setExtendedTo] = useState<string | null>();
  const [isWorking, setWorking] = useState(false);
  const [end, setEnd] = useState<RequestEnd | null>(null);

  async function follow(request: Promise<RequestEnd>): Promise<RequestEnd> {
    setWorking(true);
    setEnd(null);
    const ended = await request;
    if (ended.type === 'extended') setExtendedTo(ended.expiresAt);
    setEnd(ended);
    setWorking(false);
    return ended;
  }

  return { extendedTo, isWorking, end, follow, forget: () => setEnd(null) };
}
