import type * as z from 'zod';
import { parseMailFrom, parseSmtpUrl } from '../mail/mail-address';
import { parsed } from './config-schemas';
import type { Variable } from './variable';

export const MAIL_VARIABLES = {
  SMTP_URL: {
    schema: parsed(
      parseSmtpUrl,
      'expected smtps://USER:PASSWORD@HOST:465 or smtp://USER:PASSWORD@HOST:587, and ?tls=off for a server without TLS; percent-encode special characters',
    ).optional(),
    secret: true,
    doc: 'Mail server, without which [no mail](mail.md) is sent: `smtps://USER:PASSWORD@HOST:465`, or `smtp://…:587`, which wants STARTTLS unless it ends with `?tls=off`.',
  },
  MAIL_FROM: {
    schema: parsed(parseMailFrom, 'expected an address such as paste@example.org, or Name <paste@example.org>').optional(),
    doc: 'Required with `SMTP_URL`: the sender, `paste@example.org` or `Name <paste@example.org>`. Default of the name: `SITE_NAME`.',
  },
} satisfies Record<string, Variable<z.ZodType>>;
