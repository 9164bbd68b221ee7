/** An operator's host as visitors see it: name, logo, colour, notice, links. The same for every visitor. */
import { LANGUAGE_NAMES } from '../locales/languages.rules';
import type { OfferedLanguages } from '../locales/offered-languages';
import { PROGRAM_NAME } from './site.rules';
import type { SiteColours } from './site-colours.rules';
import type { SiteLink } from './site-link.rules';

/** A file made from the operator's settings. Its address changes with its content. */
export interface SiteAsset {
  path: string;
  contentType: string;
  body: Uint8Array;
}

export interface Site {
  name: string;
  /** A line above every page; the id changes with the text. */
  notice: { id: string; text: string } | null;
  links: readonly SiteLink[];
  languages: OfferedLanguages;
  /** `mailto:` or an address. */
  abuseContact: string | null;
  logo: SiteAsset | null;
  /** The operator's own; null: those of globals.css. */
  colours: SiteColours | null;
}

/** The site of an operator who set nothing, and of pages that can't read the settings. */
export const PLAIN_SITE: Site = {
  name: PROGRAM_NAME,
  notice: null,
  links: [],
  languages: { languages: Object.keys(LANGUAGE_NAMES), fallback: 'en' },
  abuseContact: null,
  logo: null,
  colours: null,
};
