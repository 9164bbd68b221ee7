'use client';

import { type ComponentProps, lazy, Suspense } from 'react';
import type { FailedScreen } from './failed-screen';
import { Unreachable } from './unreachable';

const loadScreen = () => import('./failed-screen');

const Screen = lazy(async () => ({
  default: await loadScreen().then(
    ({ FailedScreen }) => FailedScreen,
    () => Unreachable,
  ),
}));

/** Loads it while there is a connection, for what is fetched and may fail. The later use reports a failure. */
export const preloadFailed = (): void => void loadScreen().catch(() => undefined);

/** Most readers see no problem, and load no words for any. */
export function SayFailed(props: ComponentProps<typeof FailedScreen>) {
  return (
    <Suspense>
      <Screen {...props} />
    </Suspense>
  );
}
