/** Headers of requests for pastes. */
import * as z from 'zod';

export const optionalHeader = (description: string) => z.string().optional().meta({ description });

/** Headers by which a reader shows the right to read. */
export const readHeaders = z.object({
  'X-Service-Read-Token': optionalHeader('For a burn paste that was created with `readProof`.'),
  'X-Service-Claim': optionalHeader('For a burn paste that the reader has claimed.'),
});
