import { type ComponentType, createElement, lazy, Suspense, useState } from 'react';
import { commonMessages } from '#components/messages/common';

/**
 * Makes a component whose code loads at its first render. Until then it renders nothing. After a failure, the code is loaded
 * again for what is rendered anew, e.g. by another press.
 * @param Otherwise rendered when loading fails; by default, a sentence that says so
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Otherwise: ComponentType<Props> | ComponentType<object> = NotLoaded,
) {
  let latest: ComponentType<Props> | null = null;
  const begin = () => {
    const begun: ComponentType<Props> = lazy(async () => ({
      default: await load().catch(() => {
        if (latest === begun) latest = null;
        return Otherwise as ComponentType<Props>;
      }),
    }));
    return begun;
  };
  return (props: Props) => {
    latest ??= begin();
    const [Part] = useState(() => latest as ComponentType<Props>);
    return <Suspense>{createElement(Part, props)}</Suspense>;
  };
}

/** Says that code did not load, and to try again. */
export function NotLoaded() {
  return (
    <p role="alert" className="danger">
      {commonMessages.partNotLoaded}
    </p>
  );
}
