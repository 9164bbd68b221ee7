import styles from './switch.module.css';

interface SwitchProps {
  id: string;
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Whether the switch can't be changed now. */
  isFixed?: boolean;
  /** Shown beside the switch when changing it would solve a problem. */
  problem?: string | null;
}

/** A native checkbox that looks like a switch. */
export function Switch({ id, label, hint, checked, onChange, isFixed = false, problem = null }: SwitchProps) {
  return (
    <div className={styles.switch}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={styles.input}
        checked={checked}
        disabled={isFixed}
        aria-checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={`${id}-hint`}
      />
      <p id={`${id}-hint`} className={styles.hint}>
        <span>{hint}</span>
        {problem === null ? null : (
          <strong role="alert" className={styles.problem}>
            {problem}
          </strong>
        )}
      </p>
    </div>
  );
}
