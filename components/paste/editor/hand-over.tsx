import CheckIcon from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import Mail from 'lucide-react/icons/mail';
import { useRef, useState } from 'react';
import { handOverMessages as messages } from '#components/messages/hand-over';
import { LETTERS } from '#components/messages/letters/index';
import { linkMessages } from '#components/messages/link';
import { Button } from '#components/ui/button';
import { copyText } from '#components/ui/copy-text';
import { Check, Field } from '#components/ui/field';
import fieldStyles from '#components/ui/field.module.css';
import { ShareButton } from '#components/ui/link-ways';
import { Select } from '#components/ui/select';
import { useFeedback } from '#components/ui/use-feedback';
import { directionOf, LANGUAGE_NAMES } from '#lib/locales/languages.rules';
import { pageLanguage } from '#lib/locales/page-language.rules';
import styles from './created.module.css';
import type { CreatedPaste } from './model/created-paste';

interface HandOverProps {
  paste: CreatedPaste;
  /** Called when the whole link was copied, shared or given to the mail program, in one message or two. */
  onTaken: () => void;
}

/** Writes the message that goes with the link, in the language of its reader. The sender may change it. */
export function HandOver({ paste, onTaken }: HandOverProps) {
  const [language, setLanguage] = useState(pageLanguage());
  const [isApart, setApart] = useState(false);
  const taken = useRef(new Set<string>());
  const words = LETTERS[language] ?? LETTERS.en;
  const [first, second] = textsOf(paste, isApart, language, words);
  const letters = [
    { id: 'letter', label: messages.title, copyLabel: messages.copy, text: first },
    ...(isApart ? [{ id: 'letter-2', label: messages.second, copyLabel: messages.copySecond, text: second }] : []),
  ];

  function take(id: string): void {
    taken.current.add(id);
    if (taken.current.size >= letters.length) onTaken();
  }

  return (
    <>
      {letters.map((letter) => (
        <Letter key={letter.id} {...letter} subject={words.subject} language={language} onTaken={() => take(letter.id)} />
      ))}
      <Field isInline id="letter-language" label={messages.language}>
        <Select
          id="letter-language"
          value={language}
          onChange={({ target }) => setLanguage(target.value)}
          options={Object.entries(LANGUAGE_NAMES)}
        />
      </Field>
      {paste.isE2ee ? (
        <Check className={`${fieldStyles.check} ${styles.apart}`} checked={isApart} onChange={({ target }) => setApart(target.checked)}>
          {messages.apart}
        </Check>
      ) : null}
    </>
  );
}

interface LetterProps {
  id: string;
  label: string;
  copyLabel: string;
  subject: string;
  language: string;
  text: string;
  onTaken: () => void;
}

function Letter({ id, label, copyLabel, subject, language, text, onTaken }: LetterProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [feedback, setFeedback] = useFeedback<'copied' | 'failed'>();
  const written = () => field.current?.value ?? text;

  async function copy(): Promise<void> {
    const isCopied = await copyText(written(), field.current);
    setFeedback(isCopied ? 'copied' : 'failed');
    if (isCopied) onTaken();
  }

  function mail(): void {
    onTaken();
    // No link: style sheets can match an address, which has the key, and tell a server what they matched.
    location.assign(`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(written().replaceAll('\n', '\r\n'))}`);
  }

  return (
    <Field id={id} label={label}>
      <textarea
        ref={field}
        key={text}
        id={id}
        className={`${fieldStyles.input} ${styles.letter}`}
        rows={text.split('\n').length + 1}
        lang={language}
        dir={directionOf(language)}
        spellCheck={false}
        defaultValue={text}
      />
      <div className="row">
        <Button
          onClick={() => void copy()}
          aria-label={feedback === 'copied' ? undefined : copyLabel}
          icon={feedback === 'copied' ? CheckIcon : Copy}
        >
          {feedback === 'copied' ? linkMessages.copied : linkMessages.copy}
        </Button>
        <Button onClick={mail} icon={Mail}>
          {messages.mail}
        </Button>
        <ShareButton data={() => ({ text: written() })} onTaken={onTaken} />
      </div>
      <p role="status" className={feedback === 'failed' ? fieldStyles.problem : 'visually-hidden'}>
        {feedback === 'copied' ? linkMessages.copied : feedback === 'failed' ? linkMessages.copyFailed : ''}
      </p>
    </Field>
  );
}

/**
 * Writes the message that goes with a link: what it is, how often and until when it opens, and what else it needs. Never the password.
 * @param isApart the link goes without its key, which the second message has
 * @param language in which the words are
 */
function textsOf(paste: CreatedPaste, isApart: boolean, language: string, words: typeof LETTERS.en): [first: string, second: string] {
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
  return [lines.filter((line) => line !== '').join('\n'), `${words.key}\n${key}`];
}

/** A time with its zone, since readers may live in another. */
const whenIn = (language: string, at: string): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    ...({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const),
    ...({ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const),
  }).format(Date.parse(at));
