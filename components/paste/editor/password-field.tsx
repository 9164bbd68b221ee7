import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { editorMessages as messages } from '#components/messages/editor';
import { linkMessages } from '#components/messages/link';
import { Button } from '#components/ui/button';
import { copyText } from '#components/ui/copy-text';
import { Field } from '#components/ui/field';
import fieldStyles from '#components/ui/field.module.css';
import { Reveal } from '#components/ui/reveal';
import { SecretInput } from '#components/ui/secret-input';
import { useFeedback } from '#components/ui/use-feedback';
import { useLoaded } from '#components/ui/use-loaded';
import styles from './editor.module.css';
import type { Draft } from './model/editor-draft';
import type { PasteEditor } from './model/paste-editor';

/** Crockford's base 32 in small letters: no two characters look alike, and each is five random bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 4;
const GROUP_CHARACTERS = 5;

interface PasswordFieldProps {
  draft: Draft;
  problem: string | null;
  /** Whether the operator asks for a password. */
  isRequired: boolean;
  editor: PasteEditor;
}

export function PasswordField({ draft, problem, isRequired, editor }: PasswordFieldProps) {
  const { password, isPasswordLost: isLost } = draft;
  const [isShown, setIsShown] = useState(false);
  const [suggestion, setSuggestion] = useState<string | null>(null);
  const [feedback, setFeedback] = useFeedback<'copied' | 'failed'>();
  // A suggested password has 100 random bits and needs no estimate.
  const isSuggestion = suggestion !== null && suggestion === password;
  const isTyped = password !== '' && !isSuggestion;
  // Loads with the first typed character. The form works without the estimate.
  const estimate = useLoaded(() => (isTyped ? import('./password-strength') : undefined), isTyped);
  const strength = isSuggestion ? 'strong' : isTyped ? (estimate?.passwordStrength(password) ?? null) : null;

  function suggest(): void {
    const suggested = suggestPassword();
    setSuggestion(suggested);
    setIsShown(true);
    editor.edit({ password: suggested });
  }

  async function copy(): Promise<void> {
    setFeedback((await copyText(password, null)) ? 'copied' : 'failed');
  }

  return (
    <Field id="password" label={messages.password} note={isRequired ? messages.required : messages.optional}>
      <Reveal name={messages.password} isShown={isShown} onToggle={() => setIsShown(!isShown)}>
        <SecretInput
          id="password"
          className={fieldStyles.input}
          type={isShown ? 'text' : 'password'}
          value={password}
          autoComplete="new-password"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          onChange={(event) => editor.edit({ password: event.target.value })}
          aria-required={isRequired || undefined}
          aria-invalid={isLost || problem !== null}
          aria-describedby={`${isLost || problem !== null ? 'password-problem ' : ''}${isRequired ? 'password-hint' : 'encryption'}`}
        />
      </Reveal>
      {isLost || problem !== null ? (
        <p id="password-problem" role={problem === null ? undefined : 'alert'} className={`box danger ${styles.problem}`}>
          {problem ?? messages.setPasswordAgain}
        </p>
      ) : null}
      {problem === null || isRequired ? null : (
        <Button onClick={() => void editor.submitWithout('password')}>{messages.createWithoutPassword}</Button>
      )}
      {isRequired ? (
        <p id="password-hint" className={fieldStyles.hint}>
          {messages.rules.password}
        </p>
      ) : null}
      {/* Announced when the strength changes, not at every key. */}
      <p aria-live="polite" className={isSuggestion && feedback !== 'failed' ? 'visually-hidden' : styles.strength}>
        {feedback === 'failed' ? linkMessages.copyFailed : strength === null ? '' : messages.strength[strength]}
      </p>
      <div className="row">
        <Button onClick={suggest}>{messages.suggest}</Button>
        {password === '' ? null : (
          <Button
            onClick={() => void copy()}
            aria-label={feedback === 'copied' ? undefined : messages.copyPassword}
            icon={feedback === 'copied' ? Check : Copy}
          >
            {feedback === 'copied' ? linkMessages.copied : linkMessages.copy}
          </Button>
        )}
      </div>
    </Field>
  );
}

/** A password of 100 random bits in groups that can be read out: `7k2mw-x9fpd-qa4vt-n83hj`. */
export function suggestPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(GROUPS * GROUP_CHARACTERS));
  // 32 divides 256: each character is as likely as the others.
  const characters = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return characters.match(new RegExp(`.{${GROUP_CHARACTERS}}`, 'g'))?.join('-') ?? '';
}
