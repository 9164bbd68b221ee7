/**
 * Listens to events of one or several types, which a space separates.
 * @returns what ends it, for an effect to return
 */
export function listen<Type extends Event>(target: EventTarget | null, types: string, listener: (event: Type) => void): () => void {
  const ending = new AbortController();
  for (const type of types.split(' ')) target?.addEventListener(type, listener as (event: Event) => void, { signal: ending.signal });
  return () => ending.abort();
}
