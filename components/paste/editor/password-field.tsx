import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { editorMessages as messages } from '#components/messages/editor';
import { Button } from '#components/ui/button';
import { Field } from '#components/ui/field';
import fieldStyles from '#components/ui/field.module.css';
import styles from './editor.module.css';
import type { Draft } from './model/editor-draft';
import type { EditorStore } from './model/editor-store';
import type { passwordStrength } from './password-strength';
import { suggestPassword } from './password-suggestion';

interface PasswordFieldProps {
  draft: Draft;
  problem: string | null;
  /** Whether the operator asks for a password. */
  isRequired: boolean;
  store: EditorStore;
}

export function PasswordField({ draft, problem, isRequired, store }: PasswordFieldProps) {
  const { password, isPasswordLost: isLost } = draft;
  const [isShown, setIsShown] = useState(false);
  const [suggestion, setSuggestion] = useState<string | null>(null);
  /** Loads with the first typed character. */
  const [estimate, setEstimate] = useState<typeof passwordStrength | null>(null);
  const Icon = isShown ? EyeOff : Eye;
  const isSuggestion = suggestion !== null && suggestion === password;
  // A suggested password has 100 random bits and needs no estimate.
  const strength = isSuggestion ? 'strong' : password === '' || estimate === null ? null : estimate(password);

  function type(typed: string): void {
    store.edit({ password: typed });
    // The form works without the estimate.
    if (estimate === null)
      void import('./password-strength').then((module) => setEstimate(() => module.passwordStrength)).catch(() => undefined);
  }

  function suggest(): void {
    const suggested = suggestPassword();
    setSuggestion(suggested);
    setIsShown(true);
    store.edit({ password: suggested });
  }

  return (
    <Field id="password" label={messages.password} note={isRequired ? messages.required : messages.optional}>
      <div className={styles.password} dir="ltr">
        <input
          id="password"
          className={fieldStyles.input}
          type={isShown ? 'text' : 'password'}
          value={password}
          autoComplete="new-password"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          onChange={(event) => type(event.target.value)}
          aria-required={isRequired || undefined}
          aria-invalid={isLost || problem !== null}
          aria-describedby={isLost || problem !== null ? 'password-problem password-hint' : 'password-hint'}
        />
        <button
          type="button"
          className={styles.reveal}
          onClick={() => setIsShown(!isShown)}
          aria-label={isShown ? messages.hidePassword : messages.showPassword}
        >
          <Icon aria-hidden size={16} />
        </button>
      </div>
      {isLost || problem !== null ? (
        <p id="password-problem" role={problem === null ? undefined : 'alert'} className={`box danger ${styles.problem}`}>
          {problem ?? messages.setPasswordAgain}
        </p>
      ) : null}
      {problem === null || isRequired ? null : (
        <Button onClick={() => void store.submitWithout('password')}>{messages.createWithoutPassword}</Button>
      )}
      <p id="password-hint" className={fieldStyles.hint}>
        {isRequired ? messages.rules.password : messages.passwordHint}
      </p>
      {/* Announced when the strength changes, not at every key. */}
      <p aria-live="polite" className={styles.strength}>
        {isSuggestion ? `${messages.suggested} ` : ''}
        {strength === null ? '' : messages.strength[strength]}
      </p>
      <Button className={styles.suggest} onClick={suggest}>
        {messages.suggest}
      </Button>
    </Field>
  );
}
