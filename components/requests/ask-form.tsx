import KeyRound from 'lucide-react/icons/key-round';
import { type FormEvent, useEffect, useState } from 'react';
import { requestMessages } from '#components/messages/request';
import { useHasCrypto, useMinute } from '#components/ui/browser-facts';
import { Button } from '#components/ui/button';
import { Field, TextField } from '#components/ui/field';
import fieldStyles from '#components/ui/field.module.css';
import { Select } from '#components/ui/select';
import { formatExpiry } from '#components/ui/times';
import type { AskedField } from '#lib/envelope/request-vault';
import { formatTime } from '#lib/locales/format.rules';
import { type OfferedExpiries, optionsWithin } from '#lib/pastes/expiry.rules';
import { MAX_ANSWERS, MAX_LABEL_CHARACTERS } from '#lib/requests/request.rules';
import { AskedFields, areNamed } from './asked-fields';
import type { KeptSecretRequest } from './kept/kept-secret-requests';
import styles from './requests.module.css';
import { createSecretRequest, describeAskProblem } from './secret-request.client';
import { suggestedLabel } from './suggested-label';

const messages = requestMessages.ask;
interface AskFormProps {
  expiries: OfferedExpiries;
  onAsked: (request: KeptSecretRequest) => void;
}

export function AskForm({ expiries, onAsked }: AskFormProps) {
  // A request always expires, so "never" is not offered.
  const { choices, preselected } = optionsWithin(expiries, expiries.maxSeconds);
  const [label, setLabel] = useState('');
  const [expiry, setExpiry] = useState(preselected);
  const [answers, setAnswers] = useState('1');
  const [fields, setFields] = useState<readonly AskedField[]>([]);
  const [isWorking, setWorking] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const [problem, setProblem] = useState('');
  const canEncrypt = useHasCrypto();
  const now = useMinute();

  // The page is a file of the build, so it learns the label of its address only here.
  useEffect(() => {
    const suggested = suggestedLabel(location.hash);
    if (suggested === null) return;
    setLabel(suggested);
    history.replaceState({ ...history.state, __NA: true }, '', location.pathname);
  }, []);

  const ttlSeconds = expiry ?? expiries.maxSeconds;
  const maxAnswers = /^\d{1,2}$/.test(answers) ? Number(answers) : 0;
  const isLabelTooLong = [...label.trim()].length > MAX_LABEL_CHARACTERS;
  const isCountWrong = isChecked && (maxAnswers < 1 || maxAnswers > MAX_ANSWERS);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setChecked(true);
    if (isWorking || isLabelTooLong || !areNamed(fields) || maxAnswers < 1 || maxAnswers > MAX_ANSWERS) return;
    setWorking(true);
    setProblem('');
    try {
      onAsked(await createSecretRequest({ label: label.trim(), fields, ttlSeconds, maxAnswers }));
    } catch (error) {
      setProblem(describeAskProblem(error));
      setWorking(false);
    }
  }

  return (
    <form className={styles.form} method="dialog" onSubmit={(event) => void submit(event)} autoComplete="off" noValidate>
      <TextField
        id="label"
        label={messages.label}
        hint={messages.labelHint}
        problem={isLabelTooLong ? messages.labelTooLong(MAX_LABEL_CHARACTERS) : null}
        placeholder={messages.placeholder}
        value={label}
        onChange={(event) => setLabel(event.target.value)}
      />
      <AskedFields fields={fields} isWrong={isChecked && !areNamed(fields)} onFields={setFields} />
      <div className={styles.pair}>
        <Field
          id="expiry"
          label={messages.expires}
          hint={now === null ? '' : messages.expiresOn(formatTime(new Date(now + ttlSeconds * 1000)))}
        >
          <Select
            id="expiry"
            value={ttlSeconds}
            onChange={(event) => setExpiry(Number(event.target.value))}
            aria-describedby="expiry-hint"
            options={choices.map((choice) => [choice ?? undefined, formatExpiry(choice)])}
          />
        </Field>
        <TextField
          id="answers"
          label={messages.answers}
          hint={messages.answersHint}
          problem={isCountWrong ? messages.answersInvalid(MAX_ANSWERS) : null}
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_ANSWERS}
          value={answers}
          onChange={(event) => setAnswers(event.target.value)}
        />
      </div>
      {canEncrypt ? null : (
        <div className={`box warning ${styles.cannot}`}>
          <KeyRound aria-hidden size={18} />
          <p>
            <strong>{messages.cannotTitle}</strong>
            <span>{messages.cannot}</span>
          </p>
        </div>
      )}
      <p role="alert" className={fieldStyles.problem}>
        {problem}
      </p>
      <div>
        <Button variant="primary" type="submit" disabled={!canEncrypt} aria-disabled={isWorking}>
          {isWorking ? messages.working : messages.submit}
        </Button>
      </div>
    </form>
  );
}
