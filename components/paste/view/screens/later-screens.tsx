'use client';

import { viewMessages } from '#components/messages/view';
import { lazyPart } from '#components/ui/lazy-part';
import { Notice } from '#components/ui/notice';

const loadPassword = async () => (await import('./password-screen')).PasswordScreen;
const loadFailed = async () => (await import('./failed-screen')).FailedScreen;

/** Loaded only for pastes with a password. Where the field doesn't load, a reload asks again: nothing is lost by that. */
export const AskPassword = lazyPart(loadPassword, Unreachable);

/** Most readers see no problem, and load no words for any. */
export const SayFailed = lazyPart(loadFailed, Unreachable);

export const ReadsScreen = lazyPart(async () => (await import('./reads-screen')).ReadsScreen);

/** Loads the field while the paste that needs it arrives. The later use reports a failure. */
export const preloadPassword = (): void => void loadPassword().catch(() => undefined);

/** Loads it while there is a connection, for what is fetched and may fail. The later use reports a failure. */
export const preloadFailed = (): void => void loadFailed().catch(() => undefined);

/** Instead of a screen that didn't load. */
function Unreachable() {
  const { title, text } = viewMessages.offline;
  return (
    <Notice title={title}>
      <p role="alert">{text}</p>
    </Notice>
  );
}
