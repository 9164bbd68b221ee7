import * as z from 'zod';
import { publicId } from '../pastes/paste.schema';

export const receiptSchema = z
  .strictObject({
    publicId,
    state: z.enum(['created', 'opened', 'expired', 'deleted']),
    createdAt: z.iso.datetime(),
    at: z.iso.datetime().meta({ description: 'Since when it is so.' }),
    reads: z.int().optional().meta({ description: 'With `maxReads` only: how many reads have returned the content.' }),
    lastReadAt: z.iso
      .datetime()
      .nullable()
      .optional()
      .meta({ description: 'With `maxReads` only: when the last read was; null: none yet.' }),
    maxReads: z.int().optional().meta({ description: 'As the paste was created. `opened` is its last read.' }),
    releasedAt: z
      .array(z.iso.datetime())
      .optional()
      .meta({ description: 'With `approvals` only, once a reader was released: when. With two approvals the times of both, in turn.' }),
  })
  .meta({ id: 'Receipt' });

export type ReceiptJson = z.output<typeof receiptSchema>;

/** How a burn paste ended. */
export type ReceiptOutcome = Exclude<ReceiptJson['state'], 'created'>;

export type EndedReceiptJson = ReceiptJson & { state: ReceiptOutcome };
