import { type ComponentType, createElement, lazy, Suspense } from 'react';

/**
 * A part of a page whose program is loaded when it is first drawn. Until it is there nothing stands in its place.
 * @param Otherwise drawn where it can't be loaded; without it that is an error of the page
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, Otherwise?: ComponentType<object>) {
  const Part = lazy(async () => ({ default: await (Otherwise ? load().catch(() => Otherwise) : load()) }));
  return (props: Props) => <Suspense>{createElement(Part as ComponentType<Props>, props)}</Suspense>;
}
