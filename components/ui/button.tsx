import type { LucideIcon } from 'lucide-react';
import { type AnchorHTMLAttributes, Children, type ComponentProps, type ReactNode } from 'react';
import styles from './button.module.css';

/** null: the caller's class alone. */
export type Variant = 'primary' | 'plain' | 'danger' | 'quiet' | null;

/** The class of what looks like a button. */
export const classOf = (variant: Variant, extra = '') =>
  variant === null ? extra : `${styles.button} ${variant === 'plain' ? '' : styles[variant]} ${extra}`;

interface Look {
  variant?: Variant;
  /** Stands before the words. */
  icon?: LucideIcon | undefined;
}

/**
 * Puts each text into an element of its own. A browser's translator wraps texts, and React can't put another icon before a
 * text that stands elsewhere by then.
 */
function apart(Icon: LucideIcon | undefined, children: ReactNode): ReactNode[] {
  const parts: ReactNode[] = Icon ? [<Icon key="icon" aria-hidden size={16} />] : [];
  let text = '';
  const end = () => {
    if (text !== '') parts.push(<span key={`text-${parts.length}`}>{text}</span>);
    text = '';
  };
  for (const child of Children.toArray(children)) {
    if (typeof child === 'string' || typeof child === 'number') text += child;
    else {
      end();
      parts.push(child);
    }
  }
  end();
  return parts;
}

export function Button({ variant = 'plain', type = 'button', icon, className, children, ...rest }: ComponentProps<'button'> & Look) {
  return (
    <button type={type} className={classOf(variant, className)} {...rest}>
      {apart(icon, children)}
    </button>
  );
}

export function LinkButton({ variant = 'plain', icon, className, children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & Look) {
  return (
    <a className={classOf(variant, className)} {...rest}>
      {apart(icon, children)}
    </a>
  );
}

export const SubmitButton = (props: ComponentProps<typeof Button>) => <Button type="submit" {...props} />;
