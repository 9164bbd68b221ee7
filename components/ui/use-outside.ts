/** What a component shows that React doesn't hold: a store of ours, or something that only the browser knows. */
import { useSyncExternalStore } from 'react';

interface Store<State> {
  getState(): State;
  /** @returns what ends it */
  subscribe(listener: () => void): () => void;
}

/** The state of a store, such as event-store.ts makes. */
export const useStore = <State>({ subscribe, getState }: Store<State>): State => useSyncExternalStore(subscribe, getState, getState);

/**
 * A fact that only the browser knows. @param read gives the same value or object until the fact changes
 * @param before shown by the server, and by the first render in the browser
 * @param subscribe omitted: the fact never changes
 */
export const useBrowserFact = <Fact, Before>(read: () => Fact, before: Before, subscribe = neverChanges): Fact | Before =>
  useSyncExternalStore<Fact | Before>(subscribe, read, () => before);

const neverChanges: Store<unknown>['subscribe'] = () => () => undefined;
