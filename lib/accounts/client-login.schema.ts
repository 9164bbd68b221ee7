import * as z from 'zod';
import { MAX_KEY_NAME_CHARACTERS } from './accounts.rules';

const WORDS = 'sealpaste on ';

/** A program's request for a key: the query of the page on which somebody confirms it, and then the fields of that page's form. */
export const clientRequestSchema = z.object({
  /** Port on which the program listens on this machine. */
  port: z
    .string()
    .regex(/^[1-9]\d{3,4}$/)
    .transform(Number)
    .refine((port) => port > 1023 && port < 65_536),
  /** Random text by which the program recognises its own redirect. */
  state: z.string().regex(/^[\w-]{16,128}$/),
  /** SHA-256 of the program's verifier, in base64url. */
  challenge: z.string().regex(/^[\w-]{43}$/),
  name: z
    .string()
    .transform((text) =>
      text
        .replace(/[^\p{L}\p{N}._ -]/gu, '')
        .trim()
        .slice(0, MAX_KEY_NAME_CHARACTERS - WORDS.length),
    )
    .transform((text) => text || 'a computer'),
});

export type ClientRequest = z.output<typeof clientRequestSchema>;

export const clientCodeSchema = z.object({ code: z.string().max(4_096), verifier: z.string().regex(/^[\w-]{43,128}$/) });
