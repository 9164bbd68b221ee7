import { type ComponentType, createElement, lazy, Suspense, useState } from 'react';
import { commonMessages } from '#components/messages/common';

/**
 * Makes a component whose code loads at its first render. Until then it renders nothing. After a failure, the code is loaded
 * again for what is rendered anew, e.g. by another press.
 * @param Otherwise rendered when loading fails; by default, a sentence that says so
 * @returns the component; its `preload` loads the code, so that the component renders at once
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Otherwise: ComponentType<Props> | ComponentType<object> = NotLoaded,
) {
  let loaded: ComponentType<Props> | null = null;
  let latest: ComponentType<Props> | null = null;
  const preload = async () => {
    loaded = await load();
    return loaded;
  };
  const begin = () => {
    const begun: ComponentType<Props> = lazy(async () => ({
      default: await preload().catch(() => {
        if (latest === begun) latest = null;
        return Otherwise as ComponentType<Props>;
      }),
    }));
    return begun;
  };
  const Part = (props: Props) => {
    const [Chosen] = useState(() => {
      latest ??= begin();
      return loaded ?? latest;
    });
    return <Suspense>{createElement(Chosen, props)}</Suspense>;
  };
  return Object.assign(Part, { preload });
}

/** Says that code did not load, and to try again. */
export function NotLoaded() {
  return (
    <p role="alert" className="danger">
      {commonMessages.partNotLoaded}
    </p>
  );
}
