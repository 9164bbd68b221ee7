import type { ComponentProps, ReactNode } from 'react';

/** A part of a page, which its heading names. @param id the heading's */
export function Section({ id, title, children, ...section }: Omit<ComponentProps<'section'>, 'title'> & { id: string; title: ReactNode }) {
  return (
    <section aria-labelledby={id} {...section}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
