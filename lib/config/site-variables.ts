import * as z from 'zod';
import { LANGUAGE_NAMES } from '../locales/languages.rules';
import { PROGRAM_NAME } from '../site/site.rules';
import { abuseContact, language, languageList, receiverUrl, siteColours, siteLink, siteLinks } from './site-schemas';
import type { Variable } from './variable';

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
  SITE_NAME: {
    schema: oneLine(MAX_NAME_LENGTH),
    default: PROGRAM_NAME,
    doc: 'Name in pages, previews, the manual, the bot.',
  },
  LANGUAGES: {
    schema: languageList,
    default: Object.keys(LANGUAGE_NAMES).join(),
    doc: 'Languages of the pages that visitors may choose, with commas.',
  },
  DEFAULT_LANGUAGE: {
    schema: language.optional(),
    doc: 'Language of visitors and chats that ask for none of these, and of previews. Default: `en`, or the first of `LANGUAGES`.',
  },
  SITE_LOGO: {
    schema: z.string().min(1).optional(),
    doc: 'Path of an SVG or PNG file of at most 100 KiB.',
  },
  SITE_COLOR: {
    schema: siteColours.optional(),
    doc: 'Colour of links and buttons: `#rrggbb`, or two with a comma, for the light and the dark theme; contrast from 4.5:1.',
  },
  SITE_NOTICE: { schema: oneLine(MAX_NOTICE_LENGTH).optional(), doc: 'One line over every page; visitors can close it.' },
  LINK_IMPRINT: { schema: siteLink.optional(), doc: 'Footer: address of the imprint.' },
  LINK_PRIVACY: { schema: siteLink.optional(), doc: 'Footer: address of the privacy policy.' },
  LINK_TERMS: { schema: siteLink.optional(), doc: 'Footer: address of the terms of use.' },
  LINKS: {
    schema: siteLinks.optional(),
    doc: 'Footer: `Help=https://…,Status=https://…`, at most eight.',
  },
  ABUSE_CONTACT: {
    schema: abuseContact.optional(),
    doc: 'E-mail address or page for abuse and security, in the footer and `/.well-known/security.txt`.',
  },
  REPORT_WEBHOOK: {
    schema: receiverUrl.optional(),
    secret: true,
    doc: 'Address that is told of [reports](public-host.md#answer-reports); may be private.',
  },
} satisfies Record<string, Variable<z.ZodType>>;
