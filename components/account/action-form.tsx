import type { ComponentProps } from 'react';
import { Button } from '#components/ui/button';
import { addressOf } from '#lib/site/address.rules';

/** @param action the name of a form's endpoint */
export const formAddress = (action: string): string => addressOf(`/account/actions/${action}`);

interface Action {
  action: string;
  /** Hidden fields. */
  fields?: Readonly<Record<string, string | number>>;
}

/** A form that needs no JavaScript: the response is the next page. */
export function ActionForm({ action, fields = {}, children, ...form }: ComponentProps<'form'> & Action) {
  return (
    <form method="post" action={formAddress(action)} {...form}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
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
