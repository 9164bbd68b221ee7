import * as z from 'zod';

export const optionalHeader = (description: string) => z.string().optional().meta({ description });

/** Headers by which a reader shows the right to read. */
export const readHeaders = z.object({
  'X-Service-Read-Token': optionalHeader('For a burn paste that was created with `readProof`.'),
  'X-Service-Claim': optionalHeader('For a burn paste that the reader has claimed.'),
});

export const idempotencyKey = (description: string) =>
  z.string().meta({ description, pattern: '^[!-~]{1,255}$', example: 'q1N8n0bTt3kq9d2VwYx5JrZ7mPcLs4GhEoUuIiAaBbA' });

export const idempotentHeaders = z.object({
  'Idempotency-Key': idempotencyKey(
    'A text that you choose. For 24 hours, the same request with the same `Idempotency-Key` returns the first response and creates no second paste. A request with another body is refused. Without an API key, send 32 random bytes as 43 characters of base64url.',
  ).optional(),
});
