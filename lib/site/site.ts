/** How an operator's host presents itself: name, logo, colour, notice, links. The same for every visitor. */
import { PROGRAM_NAME } from './site.rules';

export interface SiteLink {
  label: string;
  /** An address, `mailto:`, or a path of this host. */
  href: string;
}

/** A file that the operator's settings make, under an address that changes with its content. */
export interface SiteAsset {
  path: string;
  contentType: string;
  body: Uint8Array;
}

export interface Site {
  name: string;
  /** A line over every page. The id is another one for another text. */
  notice: { id: string; text: string } | null;
  /** Of the footer: imprint, privacy, terms, the operator's own, abuse. */
  links: readonly SiteLink[];
  /** `mailto:` or an address. */
  abuseContact: string | null;
  logo: SiteAsset | null;
  /** The operator's colour. */
  style: SiteAsset | null;
}

/** Of a host whose operator set nothing, and of pages that can't learn what was set. */
export const PLAIN_SITE: Site = { name: PROGRAM_NAME, notice: null, links: [], abuseContact: null, logo: null, style: null };
