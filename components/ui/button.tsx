import type { AnchorHTMLAttributes, ComponentProps } from 'react';
import styles from './button.module.css';

type Look = 'primary' | 'plain' | 'danger' | 'quiet';

const classOf = (look: Look, extra = '') => `${styles.button} ${look === 'plain' ? '' : styles[look]} ${extra}`;

export function Button({ look = 'plain', type = 'button', className, ...rest }: ComponentProps<'button'> & { look?: Look }) {
  return <button type={type} className={classOf(look, className)} {...rest} />;
}

export function LinkButton({ look = 'plain', className, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { look?: Look }) {
  return <a className={classOf(look, className)} {...rest} />;
}
