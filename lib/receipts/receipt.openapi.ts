/** The receipt of a burn paste in the API's description. */
import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import * as z from 'zod';
import { answer, errors, KEY_OPTIONAL } from '../http/http.openapi';
import type { PresentedReceipt } from './receipt.rules';

const receiptSchema = z
  .strictObject({
    publicId: z.string(),
    state: z.enum(['created', 'opened', 'expired', 'deleted']),
    createdAt: z.iso.datetime(),
    at: z.iso.datetime().meta({ description: 'Since when it is so.' }),
  })
  .meta({ id: 'Receipt' }) satisfies z.ZodType<PresentedReceipt>;

const proof = (description: string) => z.string().optional().meta({ description });

export const receiptOperations: RouteConfig[] = [
  {
    method: 'get',
    path: '/api/v1/pastes/{publicId}/receipt',
    operationId: 'readReceipt',
    tags: ['Pastes'],
    summary: 'What became of a burn paste',
    description: 'For its owner, the holder of its manage token, or a reader who can prove the key. Counts against a limit of its own.',
    security: KEY_OPTIONAL,
    request: {
      params: z.object({ publicId: z.string() }),
      headers: z.object({
        'X-Service-Manage-Token': proof('Of a paste created with `protect`.'),
        'X-Service-Read-Token': proof('Of a paste created with `readProof`.'),
      }),
    },
    responses: { 200: answer('The receipt.', receiptSchema), ...errors(404) },
  },
];
