import ChevronUp from 'lucide-react/icons/chevron-up';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import LockKeyholeOpen from 'lucide-react/icons/lock-keyhole-open';
import { useState } from 'react';
import { editorMessages as messages } from '#components/messages/editor';
import { useHasCrypto } from '#components/ui/browser-facts';
import { Field, TextField } from '#components/ui/field';
import { lazyPart } from '#components/ui/lazy-part';
import { More } from '#components/ui/more';
import { Select } from '#components/ui/select';
import { localStore } from '#components/ui/storage';
import { Switch } from '#components/ui/switch';
import { formatExpiry } from '#components/ui/times';
import { CHOSEN_NAMES, type ChosenOptions, isRuledOut, isSet, PASTE_OPTIONS } from '#lib/pastes/paste-options.rules';
import { addressOf } from '#lib/site/address.rules';
import styles from './editor.module.css';
import { ExpiryField } from './expiry-field';
import { keepDefaults, readDefaults } from './model/draft-storage';
import type { Draft, Edit } from './model/editor-draft';
import { type HouseRules, mustEncrypt } from './model/editor-draft';
import { type FormState, isBusy } from './model/editor-state';
import { problemAt } from './model/editor-words';
import { resolveExpiry } from './model/expiry';
import type { EditorHost, PasteEditor } from './model/paste-editor';
import { PasswordField } from './password-field';

/** Loads for those who want it: most pastes can be read everywhere. */
const NetworksField = lazyPart(async () => (await import('./networks-field')).NetworksField);

interface OptionsPanelProps {
  state: FormState;
  editor: PasteEditor;
  host: EditorHost;
}

/** The options behind "More": few pastes have them. */
const RARE_NAMES = CHOSEN_NAMES.filter((name) => name !== 'burnAfterRead');

/** Shows the options beside the text; on a phone, folded into one line under it. */
export function OptionsPanel({ state, editor, host }: OptionsPanelProps) {
  const { draft } = state;
  const { expiries, rules, network = null } = host;
  const onEdit = editor.edit;
  const encryptProblem = problemAt(state, 'encrypt');
  const passwordProblem = problemAt(state, 'password');
  const isExpiryRefused = problemAt(state, 'expiry') !== null;
  const networksProblem = problemAt(state, 'networks');
  const recipientProblem = problemAt(state, 'recipient');
  const canEncrypt = useHasCrypto();
  const [isUnfolded, setIsUnfolded] = useState<boolean | null>(null);
  const [isMore, setIsMore] = useState<boolean | null>(null);
  const hasMoreProblem = networksProblem !== null || recipientProblem !== null || (canEncrypt && encryptProblem !== null);
  const hasRare = !draft.encrypt || RARE_NAMES.some((name) => isSet(draft[name]) && !isRuledOut(name, draft));
  const showsMore = hasMoreProblem || (isMore ?? hasRare);
  const hasProblem = hasMoreProblem || isExpiryRefused || passwordProblem !== null;
  const isOpen = hasProblem || (isUnfolded ?? draft.isPasswordLost);
  const summary = [
    formatExpiry(resolveExpiry(draft.expiry, expiries)),
    ...(draft.burnAfterRead ? [messages.burns] : draft.maxReads === null ? [] : [messages.pasteOptions.maxReads.choice(draft.maxReads)]),
    ...(draft.recipient && !isRuledOut('recipient', draft) ? [messages.mailTo(draft.recipient)] : []),
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
        <OptionField name="burnAfterRead" draft={draft} host={host} onEdit={onEdit} />
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
        {canEncrypt ? <Encryption draft={draft} rules={rules} /> : null}
        <More id="more-options" label={messages.more} isOpen={showsMore} onToggle={() => setIsMore(!showsMore)}>
          {showsMore ? (
            <>
              {RARE_NAMES.map((name) =>
                name === 'readableFrom' || isRuledOut(name, draft) ? null : (
                  <OptionField key={name} name={name} draft={draft} host={host} problem={recipientProblem} onEdit={onEdit} />
                ),
              )}
              {canEncrypt ? (
                <Switch
                  id="encrypt"
                  label={messages.encrypt}
                  hint={null}
                  describedBy="encryption"
                  isFixed={draft.files.length > 0 || mustEncrypt(rules)}
                  checked={draft.encrypt}
                  onChange={(encrypt) => onEdit({ encrypt })}
                  problem={encryptProblem}
                />
              ) : null}
              <NetworksField networks={draft.readableFrom} problem={networksProblem} mine={network} onEdit={onEdit} />
              <DefaultsSwitch draft={draft} />
              {/* The tab keeps the draft, which that page takes. */}
              <a href={addressOf('/send#draft')}>{messages.sendToCode}</a>
            </>
          ) : null}
        </More>
      </fieldset>
    </>
  );
}

/** Says in one sentence who can read the paste. */
function Encryption({ draft, rules }: { draft: Draft; rules: HouseRules }) {
  const Icon = draft.encrypt ? LockKeyhole : LockKeyholeOpen;
  const words = draft.encrypt ? (draft.password === '' ? messages.encryptOn : messages.passwordHint) : messages.encryptOff;
  return (
    <p className={styles.encryption}>
      <Icon aria-hidden size={16} />
      <span id="encryption">{mustEncrypt(rules) ? messages.rules.e2ee : draft.files.length > 0 ? messages.encryptFiles : words}</span>
    </p>
  );
}

/** Keeps what is chosen now for the new pastes of this browser. It is on while the two are the same. */
function DefaultsSwitch({ draft }: { draft: Draft }) {
  const [kept, setKept] = useState(() => readDefaults(localStore()));
  const { expiry, burnAfterRead, chosenSyntax } = draft;
  const isKept = kept.expiry === expiry && kept.burnAfterRead === burnAfterRead && kept.chosenSyntax === chosenSyntax;

  function keep(isOn: boolean): void {
    keepDefaults(localStore(), isOn ? draft : null);
    setKept(readDefaults(localStore()));
  }

  if (localStore() === null || expiry === 'wrong') return null;
  return <Switch id="defaults" label={messages.defaults.label} hint={messages.defaults.hint} checked={isKept} onChange={keep} />;
}

/** The choice among `approvals` that mails a code instead. */
const MAIL = 'mail';

interface OptionFieldProps {
  name: Exclude<keyof ChosenOptions, 'readableFrom'>;
  draft: Draft;
  host: EditorHost;
  /** Why the address of the recipient is refused; null: it isn't. */
  problem?: string | null;
  onEdit: (edit: Edit) => void;
}

/** Renders one option of the table in lib/pastes: a flag as a switch, a count as a select, an address as a field. */
function OptionField({ name, draft, host, problem = null, onEdit }: OptionFieldProps) {
  const option = PASTE_OPTIONS[name];
  const words = messages.pasteOptions[name];
  const value = draft[name];
  if (option.kind === 'flag' && 'on' in words) {
    const isRuled = name === 'burnAfterRead' && host.rules.includes('burn');
    return (
      <Switch
        id={name}
        label={words.label}
        hint={isRuled ? messages.rules.burn : value === true ? words.on : null}
        isFixed={isRuled}
        checked={value === true}
        onChange={(isOn) => onEdit({ [name]: isOn })}
      />
    );
  }
  if (option.kind === 'address' && typeof value === 'string' && 'hint' in words) {
    const { label, hint } = words;
    return (
      <TextField id={name} type="email" {...{ label, hint, problem, value }} onChange={({ target }) => onEdit({ [name]: target.value })} />
    );
  }
  if (option.kind !== 'count' || !('none' in words)) return null;
  // A reader may need more than the link: the sender's release, or a code by mail.
  const asks = name === 'approvals';
  const isMailed = asks && draft.recipient !== null;
  const hint = isMailed || value === null ? undefined : words.hint;

  function choose(chosen: string): void {
    onEdit({ [name]: Number(chosen) || null, ...(asks && { recipient: chosen === MAIL ? '' : null }) });
  }

  return (
    <Field isInline id={name} label={words.label} hint={hint}>
      <Select
        id={name}
        value={isMailed ? MAIL : typeof value === 'number' ? value : ''}
        onChange={({ target }) => choose(target.value)}
        aria-describedby={hint === undefined ? undefined : `${name}-hint`}
        options={[
          ['', words.none],
          ...option.choices.map((count) => [count, words.choice(count)] as const),
          ...(asks && (host.mayMail || isMailed) ? [[MAIL, messages.pasteOptions.recipient.choice] as const] : []),
        ]}
      />
    </Field>
  );
}
