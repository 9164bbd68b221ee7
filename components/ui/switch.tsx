import styles from './switch.module.css';

interface SwitchProps {
  id: string;
  label: string;
  hint: string | null;
  /** The element that has the hint, where that stands elsewhere. */
  describedBy?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  isFixed?: boolean;
  /** Shown beside the switch when changing it would solve a problem. */
  problem?: string | null;
}

/** A native checkbox that looks like a switch. */
export function Switch({ id, label, hint, describedBy, checked, onChange, isFixed = false, problem = null }: SwitchProps) {
  const describing = [hint === null ? describedBy : `${id}-hint`, problem === null ? undefined : `${id}-problem`];
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
        aria-describedby={describing.filter(Boolean).join(' ') || undefined}
      />
      {hint === null ? null : (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {problem === null ? null : (
        <strong id={`${id}-problem`} role="alert" className={styles.problem}>
          {problem}
        </strong>
      )}
    </div>
  );
}
