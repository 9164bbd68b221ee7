import { useState } from 'react';
import { editorMessages as messages } from '#components/messages/editor';
import { useMinute } from '#components/ui/browser-facts';
import { Field } from '#components/ui/field';
import fieldStyles from '#components/ui/field.module.css';
import { Select } from '#components/ui/select';
import { formatExpiry } from '#components/ui/times';
import { formatTime } from '#lib/locales/format.rules';
import type { OfferedExpiries } from '#lib/pastes/expiry.rules';
import styles from './editor.module.css';
import { type ChosenExpiry, expiryName, type OwnTime, ownTimeOf, parseChosen, resolveExpiry, secondsOf, UNITS } from './model/expiry';

/** The value of the choice that asks for a typed time. */
const OWN = 'own';
/** The shortest time that can be typed. */
const MINUTE_SECONDS = 60;

interface ExpiryFieldProps {
  chosen: ChosenExpiry;
  offered: OfferedExpiries;
  /** Whether a submit was refused because of the expiry. */
  isRefused: boolean;
  onChoose: (expiry: ChosenExpiry) => void;
}

/** Offers the operator's choices, and a typed time within the operator's limit. */
export function ExpiryField({ chosen, offered, isRefused, onChoose }: ExpiryFieldProps) {
  const { choices, maxSeconds } = offered;
  const now = useMinute();
  const [typed, setTyped] = useState<OwnTime | null>(null);
  const expiry = resolveExpiry(chosen, offered);
  const isWrong = chosen === 'wrong';
  const own = ownOf();
  const hint =
    isWrong && own
      ? messages.ownRange(formatExpiry(maxSeconds))
      : expiry === null
        ? messages.expiresNever
        : now === null
          ? ''
          : messages.expiresOn(formatTime(new Date(now + expiry * 1000)));

  /** The typed time, unless the expiry has changed since, e.g. by clearing the draft. */
  function ownOf(): OwnTime | null {
    if (typed && secondsOf(typed, maxSeconds) === chosen) return typed;
    return expiry === null || choices.includes(expiry) ? null : ownTimeOf(expiry);
  }

  function type(next: OwnTime): void {
    setTyped(next);
    onChoose(secondsOf(next, maxSeconds));
  }

  function select(value: string): void {
    if (value === OWN) type(ownTimeOf(expiry ?? maxSeconds));
    else {
      setTyped(null);
      onChoose(parseChosen(value));
    }
  }

  const options = choices.map((choice) => [expiryName(choice), formatExpiry(choice)] as const);
  return (
    <Field isInline id="expiry" label={messages.expires}>
      <Select
        id="expiry"
        value={own ? OWN : expiryName(expiry)}
        onChange={({ target }) => select(target.value)}
        aria-describedby="expiry-date"
        options={maxSeconds < MINUTE_SECONDS ? options : [...options, [OWN, messages.ownExpiry]]}
      />
      {own ? (
        <div className={styles.ownTime}>
          <input
            className={fieldStyles.input}
            aria-label={messages.ownAmount}
            aria-describedby="expiry-date"
            aria-invalid={isWrong || undefined}
            inputMode="numeric"
            maxLength={9}
            value={own.amount}
            onChange={({ target }) => type({ ...own, amount: target.value.trim() })}
          />
          <Select
            aria-label={messages.ownUnit}
            value={own.unit}
            onChange={({ target }) => type({ ...own, unit: UNITS.find(([unit]) => unit === target.value)?.[0] ?? own.unit })}
            options={UNITS.map(([unit]) => [unit, messages.ownUnits[unit]])}
          />
        </div>
      ) : null}
      <p id="expiry-date" role={isRefused ? 'alert' : undefined} className={isWrong ? fieldStyles.problem : fieldStyles.hint}>
        {hint}
      </p>
    </Field>
  );
}
