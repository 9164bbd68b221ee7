import type { ComponentProps } from 'react';

/** A box to tick, with its words beside it. */
export function Check({ className, children, ...input }: ComponentProps<'input'>) {
  return (
    <label className={className}>
      <input type="checkbox" {...input} />
      {children}
    </label>
  );
}
