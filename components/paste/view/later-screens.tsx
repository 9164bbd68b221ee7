'use client';

import type { ComponentType } from 'react';
import { viewMessages } from '#components/messages/view';
import { lazyPart } from '#components/ui/lazy-part';
import { Unreachable } from '#components/ui/unreachable';
import { ReadyScreen } from './ready/ready-screen';

const loadPassword = async () => (await import('./password-screen')).PasswordScreen;
const loadFailed = async () => (await import('./failed-screen')).FailedScreen;

/** Loads only for pastes with a password. If that fails, a reload asks again and nothing is lost. */
export const LazyPasswordScreen = lazyPart(loadPassword, Offline);

/** Loads with the messages of the problems, which most readers never see. */
export const LazyFailedScreen = lazyPart(loadFailed, Offline);

/** Loads the screen that only pastes with files need. */
export const loadFilesScreen = async () => (await import('./files/files-screen')).FilesScreen;
export const FilesScreen = lazyPart(loadFilesScreen);

/** Loads only for short secrets. If that fails, the text is shown as any other. */
const loadSecret = async () => (await import('./secret/secret-screen')).SecretScreen;
export const SecretScreen = lazyPart(loadSecret, ReadyScreen as ComponentType<object>);

/** Loads only for pastes whose sender releases each reader. If that fails, a reload asks again and nothing is lost. */
const loadWaiting = () => import('./waiting-screen');
export const AskScreen = lazyPart(async () => (await loadWaiting()).AskScreen, Offline);
export const WaitingScreen = lazyPart(async () => (await loadWaiting()).WaitingScreen, Offline);

/** Loads the password screen while the paste arrives. The later use reports a failure. */
export const preloadPasswordScreen = (): void => void loadPassword().catch(() => undefined);

/** Loads the screen of a secret while the reader is asked something. */
export const preloadSecretScreen = (): void => void loadSecret().catch(() => undefined);

/** Loads the failure screen while there is a connection, for pastes that must be fetched. The later use reports a failure. */
export const preloadFailedScreen = (): void => void loadFailed().catch(() => undefined);

/** Shown instead of a screen that didn't load. */
function Offline() {
  return <Unreachable words={viewMessages.offline} />;
}
