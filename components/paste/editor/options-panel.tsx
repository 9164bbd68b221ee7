import { ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { editorMessages as messages } from '#components/messages/editor';
import { formatTime } from '#components/messages/format';
import { useHasCrypto, useMinute } from '#components/ui/browser-facts';
import fieldStyles from '#components/ui/field.module.css';
import { Select } from '#components/ui/select';
import { Switch } from '#components/ui/switch';
import type { Draft, Edit } from './editor.draft';
import styles from './editor.module.css';
import { type Expiry, expiriesWithin, expiryName, fitExpiry, parseExpiry } from './expiry';
import { PasswordField } from './password-field';

interface OptionsPanelProps {
  maxTtlSeconds: number | null;
  draft: Draft;
  isLocked: boolean;
  encryptProblem: string | null;
  passwordProblem: string | null;
  onSubmitWithoutPassword: () => void;
  onEdit: (edit: Edit) => void;
}

/** The options: beside the text, or on a phone folded into one line under it. */
export function OptionsPanel(props: OptionsPanelProps) {
  const { draft, maxTtlSeconds, isLocked, encryptProblem, passwordProblem, onSubmitWithoutPassword, onEdit } = props;
  const canEncrypt = useHasCrypto();
  const expiry = fitExpiry(draft.expiry, maxTtlSeconds);
  const [isUnfolded, setIsUnfolded] = useState<boolean | null>(null);
  const isOpen = encryptProblem !== null || passwordProblem !== null || (isUnfolded ?? (!canEncrypt || draft.isPasswordLost));
  const summary = [
    messages.expiries[expiryName(expiry)],
    ...(draft.burnAfterRead ? [messages.burns] : []),
    draft.encrypt && canEncrypt ? (draft.password === '' ? messages.encrypted : messages.withPassword) : messages.notEncrypted,
  ].join(' · ');

  return (
    <>
      <button type="button" className={styles.unfold} aria-expanded={isOpen} aria-controls="options" onClick={() => setIsUnfolded(!isOpen)}>
        <span>
          {messages.options}
          <small>{summary}</small>
        </span>
        <ChevronUp aria-hidden size={16} />
      </button>
      <fieldset id="options" className={styles.options} data-open={isOpen} disabled={isLocked} aria-label={messages.options}>
        <ExpiryField expiry={expiry} choices={expiriesWithin(maxTtlSeconds)} onEdit={onEdit} />
        <Switch
          label={messages.burn}
          hint={messages.burnHint}
          checked={draft.burnAfterRead}
          onChange={(burnAfterRead) => onEdit({ burnAfterRead })}
        />
        {canEncrypt ? (
          <Switch
            label={messages.encrypt}
            hint={draft.encrypt ? messages.encryptOn : messages.encryptOff}
            checked={draft.encrypt}
            onChange={(encrypt) => onEdit({ encrypt })}
            problem={encryptProblem}
          />
        ) : (
          <CannotEncrypt problem={encryptProblem} />
        )}
        {draft.encrypt && canEncrypt ? (
          <PasswordField
            password={draft.password}
            isLost={draft.isPasswordLost}
            problem={passwordProblem}
            onSubmitWithout={onSubmitWithoutPassword}
            onEdit={onEdit}
          />
        ) : null}
      </fieldset>
    </>
  );
}

/** Replaces the switch where the browser can't encrypt. */
function CannotEncrypt({ problem }: { problem: string | null }) {
  return (
    <div className={styles.warning}>
      <p>
        <strong>{messages.cannotEncryptTitle}</strong> {messages.cannotEncrypt}
      </p>
      {problem === null ? null : <p role="alert">{problem}</p>}
    </div>
  );
}

function ExpiryField({ expiry, choices, onEdit }: { expiry: Expiry; choices: readonly Expiry[]; onEdit: (edit: Edit) => void }) {
  const now = useMinute();
  const when = expiry === null ? messages.expiresNever : now === null ? '' : messages.expiresOn(formatTime(new Date(now + expiry * 1000)));
  return (
    <div className={fieldStyles.group}>
      <label className={fieldStyles.label} htmlFor="expiry">
        {messages.expires}
      </label>
      <Select
        id="expiry"
        value={expiryName(expiry)}
        onChange={(event) => onEdit({ expiry: parseExpiry(event.target.value) })}
        aria-describedby="expiry-date"
      >
        {choices.map(expiryName).map((name) => (
          <option key={name} value={name}>
            {messages.expiries[name]}
          </option>
        ))}
      </Select>
      <p id="expiry-date" className={fieldStyles.hint}>
        {when}
      </p>
    </div>
  );
}
