/**
 * The pages of pastes, each drawn once for all who ask for it while it is being drawn: a link that goes round is opened by
 * many at a time (docs/decisions/0061-shared-drawings.md).
 *
 * Guarantees: who asks gets what was true after they asked: they wait for the next drawing, never for the one under way.
 * Who asks alone gets their page as if nothing were shared. A page has one drawing at a time.
 */

interface Drawing<Asked> {
  /** @returns when the next may be drawn */
  alone(asked: Asked): Promise<void>;
  together(all: readonly Asked[]): Promise<void>;
  /** Has left, or was told to come again. */
  isGone(asked: Asked): boolean;
}

/** @returns serves a page of that name */
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
