import { ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { editorMessages as messages } from '#components/messages/editor';
import { useHasCrypto } from '#components/ui/browser-facts';
import { Switch } from '#components/ui/switch';
import { formatExpiry, type OfferedExpiries } from '#lib/pastes/expiry.rules';
import { CHOSEN_NAMES, isRuledOut } from '#lib/pastes/paste-options.rules';
import styles from '../editor.module.css';
import { problemAt } from '../model/editor-notice';
import { type FormState, isBusy } from '../model/editor-state';
import { resolveExpiry } from '../model/expiry';
import type { EditorStore } from '../store/editor-store';
import { ExpiryField } from './expiry-field';
import { PasswordField } from './password-field';
import { PasteOptionField } from './paste-option-field';

interface OptionsPanelProps {
  state: FormState;
  store: EditorStore;
  expiries: OfferedExpiries;
}

/** Shows the options beside the text; on a phone, folded into one line under it. */
export function OptionsPanel({ state, store, expiries }: OptionsPanelProps) {
  const { draft } = state;
  const onEdit = store.edit;
  const encryptProblem = problemAt(state, 'encrypt');
  const passwordProblem = problemAt(state, 'password');
  const isExpiryRefused = problemAt(state, 'expiry') !== null;
  const canEncrypt = useHasCrypto();
  const [isUnfolded, setIsUnfolded] = useState<boolean | null>(null);
  const hasProblem = isExpiryRefused || encryptProblem !== null || passwordProblem !== null;
  const isOpen = hasProblem || (isUnfolded ?? (!canEncrypt || draft.isPasswordLost));
  const summary = [
    formatExpiry(resolveExpiry(draft.expiry, expiries)),
    ...(draft.burnAfterRead ? [messages.burns] : draft.maxReads === null ? [] : [messages.pasteOptions.maxReads.choice(draft.maxReads)]),
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
      <fieldset id="options" className={styles.options} data-open={isOpen} disabled={isBusy(state)} aria-label={messages.options}>
        <ExpiryField chosen={draft.expiry} offered={expiries} isRefused={isExpiryRefused} onChoose={(expiry) => onEdit({ expiry })} />
        {CHOSEN_NAMES.map((name) =>
          isRuledOut(name, draft) ? null : <PasteOptionField key={name} name={name} value={draft[name]} onEdit={onEdit} />,
        )}
        {canEncrypt ? (
          <Switch
            label={messages.encrypt}
            hint={draft.files.length > 0 ? messages.encryptFiles : draft.encrypt ? messages.encryptOn : messages.encryptOff}
            isFixed={draft.files.length > 0}
            checked={draft.encrypt}
            onChange={(encrypt) => onEdit({ encrypt })}
            problem={encryptProblem}
          />
        ) : (
          <CannotEncrypt hasFiles={draft.files.length > 0} problem={encryptProblem} />
        )}
        {draft.files.some(({ photo }) => photo) ? (
          <Switch
            label={messages.keepMetadata}
            hint={draft.keepsMetadata ? messages.keepMetadataOn : messages.keepMetadataOff}
            checked={draft.keepsMetadata}
            onChange={(keepsMetadata) => onEdit({ keepsMetadata })}
          />
        ) : null}
        {draft.encrypt && canEncrypt ? <PasswordField draft={draft} problem={passwordProblem} store={store} /> : null}
      </fieldset>
    </>
  );
}

/** Replaces the switch where the browser can't encrypt. */
function CannotEncrypt({ hasFiles, problem }: { hasFiles: boolean; problem: string | null }) {
  return (
    <div className={`box warning ${styles.warning}`}>
      <p>
        <strong>{messages.cannotEncryptTitle}</strong> {hasFiles ? messages.cannotEncryptFiles : messages.cannotEncrypt}
      </p>
      {problem === null ? null : <p role="alert">{problem}</p>}
    </div>
  );
}
