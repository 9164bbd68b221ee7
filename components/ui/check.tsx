import type { ComponentProps } from 'react';

/** A checkbox with its label beside it. */
export function Check({ className, children, ...input }: ComponentProps<'input'>) {
  return (
    <label className={className}>
      <input type="checkbox" {...input} />
      {children}
    </label>
  );
}
