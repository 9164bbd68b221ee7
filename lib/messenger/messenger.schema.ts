import * as z from 'zod';
import { MESSENGER_EVENTS } from './messenger.rules';

/** Body of PATCH /api/v1/messenger/destinations/:id: what is left out stays as it is. */
export const updateDestinationSchema = z
  .object({
    events: z.array(z.enum(MESSENGER_EVENTS, `expected one of ${MESSENGER_EVENTS.join(', ')}`)).max(16, 'expected each event at most once'),
    isActive: z.boolean(),
  })
  .partial();

export type DestinationChanges = z.output<typeof updateDestinationSchema>;

/** What every update has, whatever else is in it. */
export const updateSchema = z.looseObject({ update_id: z.int().nonnegative() });
