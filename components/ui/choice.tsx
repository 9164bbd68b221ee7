import styles from './choice.module.css';

/** Buttons side by side, of which one is chosen. */
export function Choice<Value extends string>({
  label,
  options,
  chosen,
  isDisabled = false,
  onChoose,
}: {
  label: string;
  options: Readonly<Record<Value, string>>;
  chosen: Value;
  isDisabled?: boolean;
  onChoose: (value: Value) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className={styles.choice} role="group" aria-label={label}>
      {(Object.keys(options) as Value[]).map((value) => (
        <button key={value} type="button" aria-pressed={value === chosen} disabled={isDisabled} onClick={() => onChoose(value)}>
          {options[value]}
        </button>
      ))}
    </div>
  );
}
