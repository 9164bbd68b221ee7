/**
 * The operator's colours as a page takes them: values that it checks and sets itself. A style sheet of the host could read the keys
 * of links by selectors (docs/verify.md). Browser-safe.
 */

export type Theme = 'light' | 'dark';

/** Each as `#rrggbb`. */
export interface AccentColours {
  accent: string;
  hover: string;
  soft: string;
  /** Colour of text on the accent. */
  ink: string;
}

export type SiteColours = Readonly<Record<Theme, Readonly<AccentColours>>>;

/** The variables of globals.css that have the operator's colours. */
const VARIABLES = [
  ['accent', 'accent'],
  ['accent-hover', 'hover'],
  ['accent-text', 'accent'],
  ['accent-soft', 'soft'],
  ['on-accent', 'ink'],
] as const;

const COLOUR = /^#[0-9a-f]{6}$/;

/** @returns names and values of style properties; none when a colour is anything else than six hexadecimal digits */
export function colourProperties(colours: SiteColours | null): [name: string, value: string][] {
  const found: [string, string][] = [];
  for (const [name, of] of VARIABLES) {
    const [light, dark] = [colours?.light?.[of], colours?.dark?.[of]].map(String);
    if (!COLOUR.test(light as string) || !COLOUR.test(dark as string)) return [];
    found.push([`--${name}`, `light-dark(${light},${dark})`]);
  }
  return found;
}

/** @returns a style sheet for pages that the server renders; `:root` stands twice, so that it wins in any order of the sheets */
export const colourSheet = (colours: SiteColours): string =>
  `:root:root{${colourProperties(colours)
    .map((property) => property.join(':'))
    .join(';')}}`;
