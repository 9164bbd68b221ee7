import { useMemo, useState } from 'react';
import { useLoaded } from '#components/ui/use-loaded';
import { normalizeLanguage, PLAIN_TEXT } from '#lib/languages/language.rules';
import type { ReadyState } from '../model/view-state';

/**
 * The language in which a text is shown: what the reader chooses, else what the sender said, else what the editor would guess.
 * @param name the text's file name, or the paste's title
 */
export function useLanguage({ syntax, text }: ReadyState, name: string) {
  const stored = normalizeLanguage(syntax);
  const isUnsaid = syntax === PLAIN_TEXT;
  const [beginning = ''] = text.slices;
  const [chosen, setChosen] = useState<string | null>(null);
  const subject = useMemo(() => ({ beginning, name }), [beginning, name]);
  // Most texts say their language. If this fails, the text stays plain.
  const guessed = useLoaded(async () => {
    if (!isUnsaid) return null;
    return (await import('#components/paste/editor/model/guess-language')).guessLanguage(beginning, name);
  }, subject);
  const guess = guessed ?? PLAIN_TEXT;

  return {
    language: chosen ?? (isUnsaid ? guess : stored),
    /** The language without a guess, for a copy of the text. */
    said: chosen ?? stored,
    /** The guess, to which the reader can return; null: the sender said the language. */
    guess: isUnsaid ? guess : null,
    isGuessed: isUnsaid && chosen === null,
    /** @param language null: the guess */
    choose: setChosen,
  };
}
