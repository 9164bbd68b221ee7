/**
 * Pages of pastes, each rendered once for all who request it at the same time: a link that was sent to many is opened by
 * many at once (docs/decisions/0061-shared-drawings.md).
 *
 * Guarantees: a reader gets the state after their request: they wait for the next rendering, never for the one under way. A
 * single reader's page is rendered as if nothing were shared. A page is rendered once at a time.
 */

interface Drawing<Asked> {
  /** @returns resolves when the next page may be rendered */
  alone(asked: Asked): Promise<void>;
  together(all: readonly Asked[]): Promise<void>;
  /** Whether the reader has left, or was refused. */
  isGone(asked: Asked): boolean;
}

/** @returns a function that serves the page of that name */
export function createSharedDrawings<Asked>({ alone, together, isGone }: Drawing<Asked>): (name: string, asked: Asked) => Promise<void> {
  const waiting = new Map<string, Asked[]>();

  return async (name, asked) => {
    const others = waiting.get(name);
    if (others) return void others.push(asked);
    let all = [asked];
    do {
      const next: Asked[] = [];
      waiting.set(name, next);
      await (all.length === 1 ? alone(all[0] as Asked) : together(all));
      all = next.filter((one) => !isGone(one));
    } while (all.length > 0);
    waiting.delete(name);
  };
}
