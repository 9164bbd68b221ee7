import type { ComponentProps } from 'react';
import { Button } from './button';

interface Action {
  action: string;
  /** Hidden fields; null: not sent. */
  fields?: Readonly<Record<string, string | number | null>>;
}

/** A form that needs no JavaScript: the response is the next page. */
export function ActionForm({ fields = {}, children, ...form }: ComponentProps<'form'> & Action) {
  return (
    <form method="post" {...form}>
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
