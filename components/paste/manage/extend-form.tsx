import { useId, useState } from 'react';
import { editorMessages } from '#components/messages/editor';
import { manageMessages as messages } from '#components/messages/manage';
import { EXPIRIES } from '#components/paste/editor/expiry';
import { Button } from '#components/ui/button';
import { Select } from '#components/ui/select';
import styles from './extend-form.module.css';

const LONGER = EXPIRIES.filter((expiry) => expiry !== null);
const ONE_WEEK: (typeof LONGER)[number] = 604_800;

interface ExtendFormProps {
  isWorking?: boolean;
  onExtend: (ttlSeconds: number) => void;
}

/** The form that extends a paste. In a dialog, submitting closes the dialog. */
export function ExtendForm({ isWorking = false, onExtend }: ExtendFormProps) {
  const [ttlSeconds, setTtlSeconds] = useState(ONE_WEEK);
  const id = useId();
  return (
    <form className={styles.form} method="dialog" onSubmit={() => onExtend(ttlSeconds)}>
      <label htmlFor={id}>{messages.extendBy}</label>
      <Select
        id={id}
        value={ttlSeconds}
        onChange={(event) => setTtlSeconds(LONGER.find((seconds) => seconds === Number(event.target.value)) ?? ONE_WEEK)}
      >
        {LONGER.map((seconds) => (
          <option key={seconds} value={seconds}>
            {editorMessages.expiries[seconds]}
          </option>
        ))}
      </Select>
      <Button type="submit" variant="primary" aria-disabled={isWorking}>
        {messages.extend}
      </Button>
    </form>
  );
}
