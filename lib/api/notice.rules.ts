/** Notices that say what a form has done or refused. The address of the next page has the notice's key. */
import { noticeMessages } from '../../components/messages/notice';

const doneMessages = noticeMessages.done;
const failedMessages = noticeMessages.failed;

export type Notice = keyof typeof doneMessages | keyof typeof failedMessages;

export const isNotice = (key: string): key is Notice => Object.hasOwn(doneMessages, key) || Object.hasOwn(failedMessages, key);

export const isGoodNews = (notice: Notice): notice is keyof typeof doneMessages => Object.hasOwn(doneMessages, notice);

export const noticeText = (notice: Notice): string => (isGoodNews(notice) ? doneMessages[notice] : failedMessages[notice]);

/** The title of a page that a form led to. */
export const titleWith = (notice: Notice | null, title: string): string =>
  notice === null || isGoodNews(notice) ? title : noticeMessages.failedTitle(title);
