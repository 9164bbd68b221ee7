'use client';

import type { ComponentType } from 'react';
import { viewMessages } from '#components/messages/view';
import { lazyPart } from '#components/ui/lazy-part';
import { Unreachable } from '#components/ui/unreachable';
import { ReadyScreen } from './ready/ready-screen';

/** Shown instead of a screen that didn't load. */
const Offline = () => <Unreachable words={viewMessages.offline} />;

/** Loads only for pastes with a password. If that fails, a reload asks again and nothing is lost. */
export const LazyPasswordScreen = lazyPart(async () => (await import('./password-screen')).PasswordScreen, Offline);

/** Loads with the messages of the problems, which most readers never see. */
export const LazyFailedScreen = lazyPart(async () => (await import('./failed-screen')).FailedScreen, Offline);

/** Loads the screen that only pastes with files need. */
export const FilesScreen = lazyPart(async () => (await import('./files/files-screen')).FilesScreen);

/** Loads only for short secrets. If that fails, the text is shown as any other. */
export const SecretScreen = lazyPart(
  async () => (await import('./secret/secret-screen')).SecretScreen,
  ReadyScreen as ComponentType<object>,
);

/** Loads only for pastes whose sender releases each reader. If that fails, a reload asks again and nothing is lost. */
export const AskScreen = lazyPart(async () => (await import('./waiting-screen')).AskScreen, Offline);
export const WaitingScreen = lazyPart(async () => (await import('./waiting-screen')).WaitingScreen, Offline);
