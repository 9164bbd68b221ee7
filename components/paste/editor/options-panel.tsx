import { ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { editorMessages as messages } from '#components/messages/editor';
import { useHasCrypto } from '#components/ui/browser-facts';
import { Button } from '#components/ui/button';
import { Field } from '#components/ui/field';
import { lazyPart } from '#components/ui/lazy-part';
import { Select } from '#components/ui/select';
import { Switch } from '#components/ui/switch';
import { formatExpiry } from '#components/ui/times';
import type { OfferedExpiries } from '#lib/pastes/expiry.rules';
import { CHOSEN_NAMES, type ChosenOptions, isRuledOut, PASTE_OPTIONS } from '#lib/pastes/paste-options.rules';
import styles from './editor.module.css';
import { ExpiryField } from './expiry-field';
import type { Edit } from './model/editor-draft';
import { problemAt } from './model/editor-notice';
import { type FormState, isBusy } from './model/editor-state';
import { resolveExpiry } from './model/expiry';
import { type HouseRules, mustEncrypt } from './model/house-rules';
import type { PasteEditor } from './model/paste-editor';
import { PasswordField } from './password-field';

/** Loads for those who want it: most pastes can be read everywhere. */
const NetworksField = lazyPart(async () => (await import('./networks-field')).NetworksField);

interface OptionsPanelProps {
  /** The visitor's network; null: unknown. */
  network: string | null;
  state: FormState;
  editor: PasteEditor;
  expiries: OfferedExpiries;
  /** The operator's rules for new pastes. */
  rules: HouseRules;
}

/** Shows the options beside the text; on a phone, folded into one line under it. */
export function OptionsPanel({ state, editor, expiries, rules, network }: OptionsPanelProps) {
  const { draft } = state;
  const onEdit = editor.edit;
  const encryptProblem = problemAt(state, 'encrypt');
  const passwordProblem = problemAt(state, 'password');
  const isExpiryRefused = problemAt(state, 'expiry') !== null;
  const networksProblem = problemAt(state, 'networks');
  const canEncrypt = useHasCrypto();
  const [isUnfolded, setIsUnfolded] = useState<boolean | null>(null);
  const [isMore, setIsMore] = useState<boolean | null>(null);
  const showsMore = networksProblem !== null || (isMore ?? draft.readableFrom !== null);
  const hasProblem = networksProblem !== null || isExpiryRefused || passwordProblem !== null || (canEncrypt && encryptProblem !== null);
  const isOpen = hasProblem || (isUnfolded ?? draft.isPasswordLost);
  const summary = [
    formatExpiry(resolveExpiry(draft.expiry, expiries)),
    ...(draft.burnAfterRead ? [messages.burns] : draft.maxReads === null ? [] : [messages.pasteOptions.maxReads.choice(draft.maxReads)]),
    ...(draft.readableFrom === null ? [] : [messages.onlyFrom(draft.readableFrom.join(', '))]),
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
          name === 'readableFrom' || isRuledOut(name, draft) ? null : (
            <PasteOptionField
              key={name}
              name={name}
              value={draft[name]}
              ruledHint={name === 'burnAfterRead' && rules.includes('burn') ? messages.rules.burn : null}
              onEdit={onEdit}
            />
          ),
        )}
        {canEncrypt ? (
          <Switch
            id="encrypt"
            label={messages.encrypt}
            hint={
              mustEncrypt(rules)
                ? messages.rules.e2ee
                : draft.files.length > 0
                  ? messages.encryptFiles
                  : draft.encrypt
                    ? messages.encryptOn
                    : messages.encryptOff
            }
            isFixed={draft.files.length > 0 || mustEncrypt(rules)}
            checked={draft.encrypt}
            onChange={(encrypt) => onEdit({ encrypt })}
            problem={encryptProblem}
          />
        ) : null}
        {draft.files.some(({ photo }) => photo) ? (
          <Switch
            id="keep-metadata"
            label={messages.keepMetadata}
            hint={draft.keepsMetadata ? messages.keepMetadataOn : messages.keepMetadataOff}
            checked={draft.keepsMetadata}
            onChange={(keepsMetadata) => onEdit({ keepsMetadata })}
          />
        ) : null}
        {draft.encrypt && canEncrypt ? (
          <PasswordField draft={draft} problem={passwordProblem} isRequired={rules.includes('password')} editor={editor} />
        ) : null}
        <Button className={styles.suggest} aria-expanded={showsMore} onClick={() => setIsMore(!showsMore)}>
          {messages.more}
        </Button>
        {showsMore ? <NetworksField networks={draft.readableFrom} problem={networksProblem} mine={network} onEdit={onEdit} /> : null}
      </fieldset>
    </>
  );
}

interface PasteOptionFieldProps {
  name: Exclude<keyof ChosenOptions, 'readableFrom'>;
  value: boolean | number | null;
  /** Says that the operator's rule has set a flag, which can't be changed; null: there is no rule. */
  ruledHint: string | null;
  onEdit: (edit: Edit) => void;
}

/** Renders one option of the table in lib/pastes: a flag as a switch, a count as a select. */
function PasteOptionField({ name, value, ruledHint, onEdit }: PasteOptionFieldProps) {
  const option = PASTE_OPTIONS[name];
  const words = messages.pasteOptions[name];
  if (option.kind === 'flag' && 'on' in words) {
    return (
      <Switch
        id={name}
        label={words.label}
        hint={ruledHint ?? (value === true ? words.on : words.off)}
        isFixed={ruledHint !== null}
        checked={value === true}
        onChange={(isOn) => onEdit({ [name]: isOn })}
      />
    );
  }
  if (option.kind !== 'count' || !('choice' in words)) return null;
  const hint = value === null ? undefined : words.hint;
  return (
    <Field id={name} label={words.label} hint={hint}>
      <Select
        id={name}
        value={typeof value === 'number' ? value : ''}
        onChange={(event) => onEdit({ [name]: Number(event.target.value) || null })}
        aria-describedby={hint === undefined ? undefined : `${name}-hint`}
        options={[['', words.none], ...option.choices.map((count) => [count, words.choice(count)] as const)]}
      />
    </Field>
  );
}
