import type { AnchorHTMLAttributes, ComponentProps } from 'react';
import styles from './button.module.css';

type Variant = 'primary' | 'plain' | 'danger' | 'quiet';

const classOf = (variant: Variant, extra = '') => `${styles.button} ${variant === 'plain' ? '' : styles[variant]} ${extra}`;

export function Button({ variant = 'plain', type = 'button', className, ...rest }: ComponentProps<'button'> & { variant?: Variant }) {
  return <button type={type} className={classOf(variant, className)} {...rest} />;
}

export function LinkButton({ variant = 'plain', className, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { variant?: Variant }) {
  return <a className={classOf(variant, className)} {...rest} />;
}

export const SubmitButton = (props: ComponentProps<typeof Button>) => <Button type="submit" {...props} />;
