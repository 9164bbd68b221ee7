/** Links of the footer: imprint, privacy, terms, the operator's own, abuse. Browser-safe. */

/** The links that have a name in every language (`footer` in locales/en/common.json). */
export type SiteLinkKind = 'imprint' | 'privacy' | 'terms' | 'abuse';

export interface NamedLink {
  /** In the operator's words. */
  label: string;
  /** An address, `mailto:`, or a path of this host. */
  href: string;
}

export type SiteLink = NamedLink | { kind: SiteLinkKind; href: string };

/** @param names of the kinds in the reader's language */
export const nameLink = (link: SiteLink, names: Readonly<Record<SiteLinkKind, string>>): NamedLink =>
  'kind' in link ? { label: names[link.kind], href: link.href } : link;
