import type { Metadata } from 'next';
import { sendMessages } from '#components/messages/send';
import { SendPage } from '#components/requests/code/send-page';

export const generateMetadata = (): Metadata => ({ title: sendMessages.title });

/** The page in development and under plain Next: our server sends a static one. */
export default SendPage;
