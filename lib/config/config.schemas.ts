/** What the text of a variable may be, and what it becomes. No message holds the text: it may be a secret. */
import * as z from 'zod';
import { parseTrustedProxies } from '../http/trusted-proxies';
import { parseDenyRules } from '../webhooks/webhook.deny';

export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'expected a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `expected at least ${min}`).max(max, `expected at most ${max}`));

export const httpUrl = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'expected an http:// or https:// URL')
  .refine((text) => !URL.canParse(text) || !/[?#]/.test(text), 'expected no query or fragment')
  .transform((text) => text.replace(/\/+$/, ''));

export const databaseUrl = z
  .string()
  .regex(/^(file:.+|postgres(ql)?:\/\/.+)$/, 'expected file:PATH for SQLite or postgresql://USER:PASSWORD@HOST/DATABASE');

export const flag = z.enum(['true', 'false'], 'expected true or false').transform((text) => text === 'true');

export const redisUrl = z.string().regex(/^rediss?:\/\/.+$/, 'expected redis://HOST:PORT or rediss://HOST:PORT');

export const trustedProxies = z.string().transform((text, context) => {
  const parsed = parseTrustedProxies(text);
  if (parsed !== null) return parsed;
  context.addIssue({
    code: 'custom',
    message: 'expected a number of proxies from 0 to 32, or networks such as 10.1.2.0/24,2001:db8::7 (also loopback, private; no /0)',
  });
  return z.NEVER;
});

/** 32 bytes in base64, base64url or hexadecimal. Never echoes what it was given. */
export const key = z.string().transform((text, context) => {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (bytes.length === 32 && /^[0-9a-zA-Z+/_-]+=*$/.test(text)) return bytes;
  context.addIssue({
    code: 'custom',
    message: 'expected 32 bytes, as 44 characters of base64 or 64 of hexadecimal (openssl rand -base64 32)',
  });
  return z.NEVER;
});

export const denyRules = z.string().transform((text, context) => {
  const rules = parseDenyRules(text);
  if (rules !== null) return rules;
  context.addIssue({ code: 'custom', message: 'expected networks, addresses, host names or ports, with commas between them' });
  return z.NEVER;
});
