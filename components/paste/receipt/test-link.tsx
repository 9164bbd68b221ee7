import { Stethoscope } from 'lucide-react';
import { useState } from 'react';
import { receiptMessages as messages } from '#components/messages/receipt';
import { Button } from '#components/ui/button';
import type { MadeLink } from './receipt.by-key';
import styles from './receipt.module.css';

type Tested = keyof typeof messages.tested;

/** The button that tests the link without opening it. */
export function TestLink({ publicId, manageToken, link }: { publicId: string; manageToken: string; link: MadeLink }) {
  const [tested, setTested] = useState<Tested | 'testing' | null>(null);

  async function test(): Promise<void> {
    if (tested === 'testing') return;
    setTested('testing');
    const { testLink } = await import('./receipt.by-key');
    setTested(await testLink(publicId, manageToken, link).catch(() => 'later' as const));
  }

  return (
    <div className={styles.test}>
      <Button onClick={() => void test()} aria-disabled={tested === 'testing'}>
        <Stethoscope aria-hidden size={16} />
        {tested === 'testing' ? messages.testing : messages.test}
      </Button>
      <p role="status">{tested === null || tested === 'testing' ? '' : messages.tested[tested]}</p>
    </div>
  );
}
