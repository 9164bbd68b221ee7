'use client';

import { commonMessages } from '#components/messages/common';
import { moderatedMessages } from '#components/messages/moderated';
import { usePageData } from '#components/shell/use-page-data';
import { StatusPage } from '#components/ui/status-page';
import type { ViewData } from '#lib/pastes/reading/viewed-paste.rules';
import { LateVisitor } from './late-visitor';

const messages = commonMessages.errors;

/** Missing, expired, deleted and burned pastes look the same to a visitor without proof. Everybody may know that the operator stopped one. */
export function MissingPaste() {
  const { data } = usePageData();
  const moderation = (data as Partial<ViewData> | null)?.moderation;
  if (moderation === 'held' || moderation === 'removed') return <StatusPage {...moderatedMessages[moderation]} />;
  return (
    <LateVisitor>
      <StatusPage title={messages.notFoundTitle} text={messages.notFoundText} />
    </LateVisitor>
  );
}
