import type { Metadata } from 'next';
import { requestMessages } from '#components/messages/request';
import { InboxPage } from '#components/requests/inbox-page';

export const generateMetadata = (): Metadata => ({ title: requestMessages.inbox.title });

/** The page of an inbox link in development and under plain Next: our server sends a static one. */
export default InboxPage;
