import type { ReactNode } from 'react';
import { manageTexts as texts } from '#components/messages/manage';
import { DeadEnd } from '#components/ui/dead-end';

export function GoneNotice({ children }: { children?: ReactNode }) {
  return (
    <DeadEnd title={texts.goneTitle} text={texts.goneText}>
      {children}
    </DeadEnd>
  );
}
