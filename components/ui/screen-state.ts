/** The state of a screen without React. `subscribe` and `getState` are what useSyncExternalStore takes. */
export interface ScreenState<State> {
  getState(): State;
  setState(state: State): void;
  /** @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
}

export function createScreenState<State>(initial: State): ScreenState<State> {
  const listeners = new Set<() => void>();
  let state = initial;
  return {
    getState: () => state,
    setState(next) {
      if (next === state) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
