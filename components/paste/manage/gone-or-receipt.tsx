'use client';

import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { ReceiptPanel } from '../receipt/receipt-panel';
import { GoneNotice } from './notices';
import { useFragmentToken } from './use-fragment-token';

/** The page of a manage link whose paste is gone: the receipt, if it was a burn paste and the token is right. */
export function GoneOrReceipt() {
  const publicId = usePathname().split('/').at(-1) ?? '';
  const [token, setToken] = useState<string | null>(null);
  useFragmentToken((found) => setToken((before) => found ?? before));
  return (
    <GoneNotice>
      <ReceiptPanel publicId={publicId} manageToken={token} link={null} />
    </GoneNotice>
  );
}
