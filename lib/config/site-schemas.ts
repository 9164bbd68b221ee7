import * as z from 'zod';
import { LANGUAGE_NAMES } from '../locales/languages.rules';
import { contrastIn, formatColour, MIN_CONTRAST, parseColour, type Rgb, readableShade } from '../site/site-colour';
import type { Theme } from '../site/site-colours.rules';
import type { NamedLink } from '../site/site-link.rules';
import { parsed } from './config-schemas';

/** Long enough for a name, short enough for a header at 320 pixels. */
export const MAX_NAME_LENGTH = 40;
export const MAX_NOTICE_LENGTH = 300;

export const oneLine = (maxLength: number) =>
  z
    .string()
    .regex(/^\P{Cc}*$/u, 'expected one line without control characters')
    .trim()
    .min(1, 'expected a text')
    .max(maxLength, `expected at most ${maxLength} characters`);

const MAX_LINKS = 8;
const MAX_LABEL_LENGTH = 40;

/** `#rrggbb`, or two colours for the light and the dark theme. With one, the dark theme gets the nearest readable shade. */
export const siteColours = z.string().transform((text, context): Record<Theme, Rgb> => {
  const fail = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  const [light, dark, ...more] = text.split(',').map((part) => parseColour(part.trim()));
  if (!light || dark === null || more.length > 0) return fail('expected #rrggbb, or two with a comma between them');
  const colours = { light, dark: dark ?? readableShade('dark', light) };
  for (const theme of ['light', 'dark'] as const) {
    const ratio = contrastIn(theme, colours[theme]);
    if (ratio < MIN_CONTRAST) {
      const better = formatColour(readableShade(theme, colours[theme]));
      return fail(
        `its contrast in the ${theme} theme is ${(Math.floor(ratio * 10) / 10).toFixed(1)}:1, expected at least ${MIN_CONTRAST}:1 (${better} has it)`,
      );
    }
  }
  return colours;
});

/** An address, an e-mail address as `mailto:`, or a path of this host. */
function isLink(text: string): boolean {
  if (/\s/.test(text)) return false;
  if (/^\/(?![/\\])/.test(text)) return true;
  return URL.canParse(text) && /^(https?|mailto):$/.test(new URL(text).protocol);
}

const LINK_RULE = 'expected an https:// or http:// address, mailto:, or a path such as /docs/how';

export const siteLink = z.string().refine(isLink, LINK_RULE);

export const siteLinks = parsed((text): NamedLink[] | null => {
  const links = text.split(',').map((part) => {
    const [label = '', ...rest] = part.split('=');
    return { label: label.trim(), href: rest.join('=').trim() };
  });
  const isValid = ({ label, href }: NamedLink) => /^\P{Cc}+$/u.test(label) && label.length <= MAX_LABEL_LENGTH && isLink(href);
  return links.length <= MAX_LINKS && links.every(isValid) ? links : null;
}, `expected at most ${MAX_LINKS} of LABEL=ADDRESS with commas between them; ${LINK_RULE}`);

const LANGUAGE_RULE = `expected one of ${Object.keys(LANGUAGE_NAMES).join(', ')}`;

export const language = parsed((text) => knownLanguage(text) ?? null, LANGUAGE_RULE);

export const languageList = parsed((text): string[] | null => {
  const languages = text.split(',').map((part) => knownLanguage(part.trim()));
  return languages.includes(undefined) ? null : [...new Set(languages as string[])];
}, `${LANGUAGE_RULE}, or several with commas between them`);

const knownLanguage = (text: string) => Object.keys(LANGUAGE_NAMES).find((known) => known.toLowerCase() === text.toLowerCase());

/** `mailto:` or an address. */
export const abuseContact = parsed((text) => {
  if (z.email().safeParse(text).success) return `mailto:${text}`;
  return isLink(text) && !text.startsWith('/') ? text : null;
}, 'expected an e-mail address or an https:// address');

/** Address of a receiver of POST requests. Its query may hold the receiver's token. */
export const receiverUrl = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !text.includes('#'),
    'expected an http:// or https:// URL',
  );
