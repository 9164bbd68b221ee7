/** The message that goes with a link: what it is, how often and until when it opens, and what else it needs. Never the password. */
import type { LETTERS } from '#components/messages/letters/index';
import type { CreatedPaste } from './created-paste';

/**
 * @param isApart the link goes without its key, which the second message has
 * @param language in which the words are
 */
export function letterOf(paste: CreatedPaste, isApart: boolean, language: string, words: typeof LETTERS.en) {
  const { link, burnAfterRead, maxReads, expiresAt, hasPassword, releaseLinks, isMailed } = paste;
  const [address = '', key = ''] = link.split('#');
  const lines = [
    words.intro,
    isApart ? address : link,
    isApart ? words.apart : '',
    hasPassword ? words.password : '',
    releaseLinks.length > 0 ? words.release : '',
    isMailed ? words.mailed : '',
    burnAfterRead ? words.once : maxReads === null ? '' : words.reads(maxReads),
    expiresAt === null ? '' : words.until(whenIn(language, expiresAt)),
  ];
  return { first: lines.filter((line) => line !== '').join('\n'), second: `${words.key}\n${key}` };
}

/** A time with its zone, since readers may live in another. */
const whenIn = (language: string, at: string): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    ...({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const),
    ...({ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const),
  }).format(Date.parse(at));
