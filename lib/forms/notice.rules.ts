/** Notices that say what a form has done or refused. The address of the next page has the notice's key. */
import { noticeMessages } from '../../components/messages/notice';

const { done, failed } = noticeMessages;

export type Notice = keyof typeof done | keyof typeof failed;

export const isNotice = (key: string): key is Notice => Object.hasOwn(done, key) || Object.hasOwn(failed, key);

export const isGoodNews = (notice: Notice): notice is keyof typeof done => Object.hasOwn(done, notice);

export const noticeText = (notice: Notice): string => (isGoodNews(notice) ? done[notice] : failed[notice]);

/** The title of a page that a form led to. */
export const titleWith = (notice: Notice | null, title: string): string =>
  notice === null || isGoodNews(notice) ? title : noticeMessages.failedTitle(title);
