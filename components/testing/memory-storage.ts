/** A browser's storage in memory. */
export interface MemoryStorage extends Storage {
  /** Returns all names and values as text. */
  text(): string;
  /** Makes every later write fail for lack of room. */
  fill(): void;
}

export function memoryStorage(initial: Record<string, string> = {}): MemoryStorage {
  const kept = new Map(Object.entries(initial));
  let isFull = false;
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    clear: () => kept.clear(),
    getItem: (name) => kept.get(name) ?? null,
    setItem(name, value) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      kept.set(name, value);
    },
    removeItem: (name) => void kept.delete(name),
    text: () => JSON.stringify([...kept]),
    fill() {
      isFull = true;
    },
  };
}
