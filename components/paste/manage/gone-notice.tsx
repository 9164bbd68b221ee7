import type { ReactNode } from 'react';
import { manageMessages as messages } from '#components/messages/manage';
import { StatusPage } from '#components/ui/status-page';

export function GoneNotice({ children }: { children?: ReactNode }) {
  return (
    <StatusPage title={messages.goneTitle} text={messages.goneText}>
      {children}
    </StatusPage>
  );
}
