'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { commonMessages } from '#components/messages/common';
import { addressOf } from '#lib/site/address.rules';
import { LinkButton } from './button';
import { Notice } from './notice';

/**
 * A page that shows a status instead of content.
 * @param isOwn whether only people who write pastes come here: it leads them to a new one
 * @param hasFocus moves the focus to the text, because the focused element is gone
 */
export function StatusPage({
  title,
  text,
  isOwn = false,
  hasFocus = false,
  children,
}: {
  title: string;
  text: string;
  isOwn?: boolean;
  hasFocus?: boolean;
  children?: ReactNode;
}) {
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (hasFocus) said.current?.focus();
  }, [hasFocus]);
  return (
    <Notice
      title={title}
      actions={
        isOwn && (
          <LinkButton variant="primary" href={addressOf('/')}>
            {commonMessages.errors.startOver}
          </LinkButton>
        )
      }
    >
      <p ref={said} tabIndex={hasFocus ? -1 : undefined}>
        {text}
      </p>
      {children}
    </Notice>
  );
}
