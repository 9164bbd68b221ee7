import type { ComponentProps, MouseEvent } from 'react';
import { parseFragment } from '#lib/envelope/fragment';
import { Button, LinkButton } from './button';

const MIDDLE_BUTTON = 1;

interface KeyLinkProps extends Pick<ComponentProps<typeof LinkButton>, 'variant' | 'icon' | 'className' | 'aria-label' | 'children'> {
  address: string;
  /** Whether the address always opens in a new tab, which can't reach this one. */
  isNewTab?: boolean;
  onFollow?: () => void;
}

/**
 * A link whose address may have a key after `#`. Such a link is a button, because style sheets can match `href` and tell a
 * server what they matched. Like a link, it opens a new tab for the middle button and for a click with Ctrl, Command or Shift.
 */
export function KeyLink({ address, isNewTab = false, onFollow, ...rest }: KeyLinkProps) {
  if (parseFragment(address.split('#')[1] ?? '').key === null) {
    const target = isNewTab ? { target: '_blank', rel: 'noreferrer' } : {};
    return <LinkButton href={address} {...target} onClick={onFollow} onAuxClick={onFollow} {...rest} />;
  }

  function follow(inNewTab: boolean): void {
    onFollow?.();
    if (inNewTab) window.open(address, '_blank', 'noopener,noreferrer');
    else location.assign(address);
  }

  return (
    <Button
      role="link"
      onClick={(event) => follow(isNewTab || event.ctrlKey || event.metaKey || event.shiftKey)}
      // Otherwise the middle button would begin to scroll.
      onMouseDown={onMiddle((event) => event.preventDefault())}
      onAuxClick={onMiddle(() => follow(true))}
      {...rest}
    />
  );
}

const onMiddle = (act: (event: MouseEvent) => void) => (event: MouseEvent) => {
  if (event.button === MIDDLE_BUTTON) act(event);
};
