import type { Metadata } from 'next';
import { receiveMessages } from '#components/messages/receive';
import { ReceivePage } from '#components/requests/code/receive-page';

export const generateMetadata = (): Metadata => ({ title: receiveMessages.title });

/** The page in development and under plain Next: our server sends a static one. */
export default ReceivePage;
