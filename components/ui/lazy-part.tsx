import { type ComponentType, createElement, lazy, Suspense } from 'react';

/**
 * Makes a component whose code loads at its first render. Until then it renders nothing.
 * @param Otherwise rendered when loading fails; without it, a failure is an error of the page
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, Otherwise?: ComponentType<object>) {
  const Part = lazy(async () => ({ default: await (Otherwise ? load().catch(() => Otherwise) : load()) }));
  return (props: Props) => <Suspense>{createElement(Part as ComponentType<Props>, props)}</Suspense>;
}
