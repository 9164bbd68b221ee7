import { useId, useState } from 'react';
import { manageMessages as messages } from '#components/messages/manage';
import { SubmitButton } from '#components/ui/button';
import { Select } from '#components/ui/select';
import { formatExpiry } from '#components/ui/times';
import styles from './extend-form.module.css';

interface ExtendFormProps {
  isWorking?: boolean;
  onExtend: (ttlSeconds: number) => void;
}

/** The form that extends a paste. In a dialog, submitting closes the dialog. */
export function ExtendForm({ isWorking = false, onExtend }: ExtendFormProps) {
  const [ttlSeconds, setTtlSeconds] = useState(DEFAULT_EXTENSION);
  const id = useId();
  return (
    <form className={styles.form} method="dialog" onSubmit={() => onExtend(ttlSeconds)}>
      <label htmlFor={id}>{messages.extendBy}</label>
      <Select
        id={id}
        value={ttlSeconds}
        onChange={(event) => setTtlSeconds(EXTENSIONS.find((seconds) => seconds === Number(event.target.value)) ?? DEFAULT_EXTENSION)}
        options={extensionOptions()}
      />
      <SubmitButton variant="primary" aria-disabled={isWorking}>
        {messages.extend}
      </SubmitButton>
    </form>
  );
}

/** Seconds by which a paste can be extended. */
const EXTENSIONS = [600, 3_600, 86_400, 604_800, 2_592_000, 31_536_000] as const;

export const DEFAULT_EXTENSION: (typeof EXTENSIONS)[number] = 604_800;

export const extensionOptions = () => EXTENSIONS.map((seconds) => [seconds, formatExpiry(seconds)] as const);
