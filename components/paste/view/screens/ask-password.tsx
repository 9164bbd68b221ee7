'use client';

import { type ComponentProps, lazy, Suspense } from 'react';
import type { PasswordScreen } from './password-screen';
import { Unreachable } from './unreachable';

type AskPasswordProps = ComponentProps<typeof PasswordScreen>;

const loadScreen = () => import('./password-screen');

/** Where the field doesn't load, a reload asks again: nothing is lost by that. */
const Screen = lazy(async () => ({
  default: await loadScreen().then(
    ({ PasswordScreen }) => PasswordScreen,
    () => Unreachable,
  ),
}));

/** Loads the field while the paste that needs it arrives. The later use reports a failure. */
export const preloadPassword = (): void => void loadScreen().catch(() => undefined);

/** Loaded only for pastes with a password. */
export function AskPassword(props: AskPasswordProps) {
  return (
    <Suspense>
      <Screen {...props} />
    </Suspense>
  );
}
