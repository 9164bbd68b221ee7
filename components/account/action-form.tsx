import type { ComponentProps, ReactNode } from 'react';
import { accountMessages } from '#components/messages/account';
import { Button, SubmitButton } from '#components/ui/button';
import { Check } from '#components/ui/field';
import { addressOf } from '#lib/site/address.rules';
import styles from './account.module.css';
import type { ShownMade } from './account-data';

/** @param action the name of a form's endpoint in lib/forms */
export const formAddress = (action: string): string => addressOf(`/account/actions/${action}`);

interface Action {
  action: string;
  /** Hidden fields; null: not sent. */
  fields?: Readonly<Record<string, string | number | null>>;
}

/** A form that needs no JavaScript: the response is the next page. */
export function ActionForm({ action, fields = {}, children, ...form }: ComponentProps<'form'> & Action) {
  return (
    <form method="post" action={formAddress(action)} {...form}>
      {Object.entries(fields).map(([name, value]) =>
        value === null ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
    </form>
  );
}

/** A form with one button, whose label is the children. */
export function ActionButton({ action, fields = {}, ...button }: ComponentProps<typeof Button> & Action) {
  return (
    <ActionForm action={action} fields={fields}>
      <Button type="submit" {...button} />
    </ActionForm>
  );
}

interface ConfirmedFormProps extends Pick<ComponentProps<typeof ActionForm>, 'action' | 'fields'> {
  /** Details, shown before the button. */
  children?: ReactNode;
  /** A checkbox for an additional action. */
  choice?: { name: string; label: string } | undefined;
  /** The summary's accessible name, where the page has several such forms. */
  label?: string;
  messages: { open: string; confirm: string; hint: string };
}

/** A form that asks for confirmation without JavaScript: opening the summary shows the button. */
export function ConfirmedForm({ choice, children, label, messages, ...form }: ConfirmedFormProps) {
  return (
    <details className={styles.change}>
      <summary aria-label={label}>{messages.open}</summary>
      {children}
      <ActionForm className={styles.row} {...form}>
        {choice === undefined ? null : (
          <Check className={styles.choice} name={choice.name}>
            {choice.label}
          </Check>
        )}
        <SubmitButton variant="danger">{messages.confirm}</SubmitButton>
        <span className={styles.muted}>{messages.hint}</span>
      </ActionForm>
    </details>
  );
}

const madeMessages = accountMessages.made;

/** Returns the things made with a key, an identity or a session. */
export const madeWith = (made: readonly ShownMade[], id: string): readonly ShownMade[] => made.filter(({ makers }) => makers.includes(id));

/** The checkbox that removes these things too; undefined when there are none. */
export const choiceOf = (made: readonly ShownMade[]) =>
  made.length === 0 ? undefined : { name: 'withMade', label: madeMessages.choice(made.length) };

/** Lists the names of things that may be removed. */
export function MadeList({ made }: { made: readonly ShownMade[] }) {
  if (made.length === 0) return null;
  return (
    <div className={styles.made}>
      <p>{madeMessages.title}</p>
      <ul>
        {made.map(({ kind, name, makers }) => (
          <li key={`${kind} ${name} ${makers.join(' ')}`}>
            {madeMessages.kinds[kind]}: <bdi translate="no">{name}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
