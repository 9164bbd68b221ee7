import { render, screen } from '@testing-library/react';
import { vi } from 'vitest';
import { viewMessages } from '#components/messages/view';
import { viewCoveredMessages } from '#components/messages/view-covered';
import { startUser } from '#components/testing/fake-browser';
import type { ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { ViewPage } from '../paste/view/view-page';

/**
 * Opens a paste's page as its link does.
 * @param fragment the fragment with its `#`
 */
export function openView(paste: ViewedPaste, fragment = '', { isSecure = true, isResumed = false } = {}) {
  vi.stubGlobal('isSecureContext', isSecure);
  history.replaceState(null, '', `/view/${paste.publicId}${fragment}`);
  const user = startUser();
  return { user, ...render(<ViewPage paste={paste} isResumed={isResumed} />) };
}

export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const queryButton = (name: string | RegExp) => screen.queryByRole('button', { name });
export const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
/** Finds the region of a small text. */
export const shownText = () => screen.findByRole('region', { name: viewMessages.textLabel });

/** Shows a covered secret as any other text, and finds its region. */
export async function uncoveredText(user: ReturnType<typeof startUser>) {
  await user.click(await screen.findByRole('button', { name: viewCoveredMessages.asText }));
  return shownText();
}
