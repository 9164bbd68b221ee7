import * as z from 'zod';
import { PROGRAM_NAME } from '../site/site.rules';
import { abuseContact, receiverUrl, siteColours, siteLink, siteLinks } from './site.schemas';
import { type Variable, variable } from './variable';

/** Long enough for a name, short enough for a header at 320 pixels. */
const MAX_NAME_LENGTH = 40;
const MAX_NOTICE_LENGTH = 300;

const oneLine = (maxLength: number) =>
  z
    .string()
    .regex(/^\P{Cc}*$/u, 'expected one line without control characters')
    .trim()
    .min(1, 'expected a text')
    .max(maxLength, `expected at most ${maxLength} characters`);

export const SITE_VARIABLES = {
  SITE_NAME: variable({
    schema: oneLine(MAX_NAME_LENGTH),
    default: PROGRAM_NAME,
    doc: 'What this host is called: in pages, previews, the manual, the bot.',
  }),
  SITE_LOGO: variable({
    schema: z.string().min(1).optional(),
    doc: 'Path of an SVG or PNG file of at most 100 KB, shown beside the name and as icon.',
  }),
  SITE_COLOR: variable({
    schema: siteColours.optional(),
    doc: 'Colour of links and buttons: `#rrggbb`, or two with a comma, for the light and the dark theme. Refused below a contrast of 4.5:1.',
  }),
  SITE_NOTICE: variable({ schema: oneLine(MAX_NOTICE_LENGTH).optional(), doc: 'One line over every page, which visitors can close.' }),
  LINK_IMPRINT: variable({ schema: siteLink.optional(), doc: 'Address of the imprint, for the footer.' }),
  LINK_PRIVACY: variable({ schema: siteLink.optional(), doc: 'Address of the privacy policy.' }),
  LINK_TERMS: variable({ schema: siteLink.optional(), doc: 'Address of the terms of use.' }),
  LINKS: variable({
    schema: siteLinks.optional(),
    doc: 'More links of the footer: `Help=https://…,Status=https://…`, at most eight.',
  }),
  ABUSE_CONTACT: variable({
    schema: abuseContact.optional(),
    doc: 'E-mail address or page for abuse and security problems: in the footer and in `/.well-known/security.txt`.',
  }),
  REPORT_WEBHOOK: variable({
    schema: receiverUrl.optional(),
    secret: true,
    doc: 'Address that is told of [reports](public-host.md#answer-reports); also a private one.',
  }),
} satisfies Record<string, Variable<z.ZodType>>;
