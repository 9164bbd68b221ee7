/** A state that changes only by events. `subscribe` and `getState` are what useSyncExternalStore takes. */
export interface EventStore<State, Event> {
  getState(): State;
  emit(event: Event): void;
  /** @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
}

export function createEventStore<State, Event>(initial: State, reduce: (state: State, event: Event) => State): EventStore<State, Event> {
  const listeners = new Set<() => void>();
  let state = initial;
  return {
    getState: () => state,
    emit(event) {
      const next = reduce(state, event);
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
