/** Divides the places of a claim among owners, then among their receivers. */
import { MAX_CLAIM_JOBS } from './outbox.rules';

/** A receiver with a job that is due. */
export interface DueReceiver {
  id: number;
  ownerId: number;
  /** Whether it hasn't responded lately, so that it gets one job. */
  isPaused: boolean;
}

export interface WaitingReceiver extends DueReceiver {
  /** When its oldest job was due, in ms since 1970 by the database's clock. */
  dueAt: number;
}

/**
 * Chooses the receivers whose jobs are taken: each owner's that has waited longest, then each owner's next, up to
 * MAX_CLAIM_JOBS. `room` is the sum of the places of their owners.
 */
export function chooseReceivers(
  due: readonly WaitingReceiver[],
  places: (receiver: DueReceiver) => number,
): { chosen: WaitingReceiver[]; room: number } {
  const turns = new Map<number, number>();
  const chosen = due
    .map((one) => ({ one, room: places(one) }))
    .filter(({ room }) => room > 0)
    .sort((a, b) => a.one.dueAt - b.one.dueAt)
    .map(({ one, room }) => {
      const turn = turns.get(one.ownerId) ?? 0;
      turns.set(one.ownerId, turn + 1);
      return { one, room, turn };
    })
    .sort((a, b) => a.turn - b.turn)
    .slice(0, MAX_CLAIM_JOBS);
  const rooms = new Map(chosen.map(({ one, room }) => [one.ownerId, room]));
  return { chosen: chosen.map(({ one }) => one), room: [...rooms.values()].reduce((sum, room) => sum + room, 0) };
}
