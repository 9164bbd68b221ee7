/**
 * Colours of both themes, derived from the operator's own (`SITE_COLOR`).
 *
 * No colour has a contrast of 4.5:1 on both white and near-black. So the dark theme has its own shade, given by the
 * operator or mixed with white until it can be read.
 */

import type { AccentColours, Theme } from './site-colours.rules';

export type Rgb = readonly [red: number, green: number, blue: number];

/** WCAG 2.2, success criterion 1.4.3: contrast of text that isn't large. */
export const MIN_CONTRAST = 4.5;

/** Backgrounds of text in the colour, the page's first; `globals.css` has the same, and a test compares them. */
export const BACKGROUNDS: Record<Theme, readonly [page: string, ...others: string[]]> = {
  light: ['#ffffff', '#f7f8fa', '#eef0f3'],
  dark: ['#0e1013', '#15181c', '#1b1f24', '#22272d'],
};
const TOWARDS: Record<Theme, Rgb> = { light: [0, 0, 0], dark: [255, 255, 255] };
const INKS = ['#ffffff', '#0a1220'] as const;
/** The share of the colour in a soft background. */
const SOFT_SHARE = { light: 0.1, dark: 0.16 };

/** @param text `#rrggbb` @returns null when the text isn't one */
export function parseColour(text: string): Rgb | null {
  const [, red = '', green = '', blue = ''] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text) ?? [];
  return red === '' ? null : [parseInt(red, 16), parseInt(green, 16), parseInt(blue, 16)];
}

export function formatColour(colour: Rgb): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** The lowest contrast that the colour has with a background of the theme, from 1 to 21. */
export function contrastIn(theme: Theme, colour: Rgb): number {
  const backgrounds = [...BACKGROUNDS[theme].map(known), softOf(theme, colour)];
  return Math.min(...backgrounds.map((background) => contrast(colour, background)));
}

/** The nearest shade of the colour that can be read in the theme; the colour itself if it can. */
export function readableShade(theme: Theme, colour: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    // Rounded first, since the style sheet has the rounded colour.
    const shade = known(formatColour(mix(colour, TOWARDS[theme], share)));
    if (contrastIn(theme, shade) >= MIN_CONTRAST) return shade;
  }
  return TOWARDS[theme];
}

export function accentColours(theme: Theme, accent: Rgb): AccentColours {
  const ink = contrast(accent, known(INKS[0])) >= contrast(accent, known(INKS[1])) ? INKS[0] : INKS[1];
  // Mixed away from its ink, so that the contrast on buttons only grows.
  const hover = mix(accent, ink === INKS[0] ? [0, 0, 0] : [255, 255, 255], 0.16);
  return { accent: formatColour(accent), hover: formatColour(hover), soft: formatColour(softOf(theme, accent)), ink };
}

const softOf = (theme: Theme, colour: Rgb): Rgb => mix(known(BACKGROUNDS[theme][0]), colour, SOFT_SHARE[theme]);

function known(text: string): Rgb {
  const colour = parseColour(text);
  if (!colour) throw new Error(`not a colour: ${text}`);
  return colour;
}

/** @param share of the second colour, from 0 to 1 */
const mix = (first: Rgb, second: Rgb, share: number): Rgb => [
  first[0] + (second[0] - first[0]) * share,
  first[1] + (second[1] - first[1]) * share,
  first[2] + (second[2] - first[2]) * share,
];

/** WCAG 2.2, contrast ratio. */
function contrast(first: Rgb, second: Rgb): number {
  const [a, b] = [luminance(first), luminance(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** WCAG 2.2, relative luminance. */
function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
