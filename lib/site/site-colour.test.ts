import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { accentColours, BACKGROUNDS, contrastIn, formatColour, MIN_CONTRAST, parseColour, type Rgb, readableShade } from './site-colour';

const colour = (text: string): Rgb => {
  const parsed = parseColour(text);
  if (!parsed) throw new Error(text);
  return parsed;
};

it.each(['#fff', 'red', '#12345g', '#1234567', ' #123456', ''])('%j is no colour', (text) => {
  expect(parseColour(text)).toBeNull();
});

it('a colour is written as it was read', () => {
  expect(formatColour(colour('#0aFF09'))).toBe('#0aff09');
});

// Ratios of WCAG's own examples: black on white, and the lightest grey that passes on white.
it('contrast is measured on the worst background of a theme', () => {
  expect(contrastIn('light', colour('#000000'))).toBeGreaterThan(16);
  expect(contrastIn('light', colour('#ffffff'))).toBeLessThan(1.3);
  // 4.54 on white, but less on the theme's other backgrounds.
  expect(contrastIn('light', colour('#767676'))).toBeLessThan(MIN_CONTRAST);
});

it.each(['#ff9900', '#ffffff', '#000000', '#1d5fd1', '#7f7f7f', '#00ff00'])('a shade of %s can be read in both themes', (text) => {
  for (const theme of ['light', 'dark'] as const) {
    const shade = readableShade(theme, colour(text));
    expect(contrastIn(theme, shade)).toBeGreaterThanOrEqual(MIN_CONTRAST);
  }
});

it('a colour that can be read stays as it is', () => {
  expect(formatColour(readableShade('light', colour('#8b0000')))).toBe('#8b0000');
});

it('text on a light colour is dark, and on a dark colour white', () => {
  expect(accentColours('dark', colour('#ffb050')).ink).toBe('#0a1220');
  expect(accentColours('light', colour('#8b0000')).ink).toBe('#ffffff');
});

it('the backgrounds that are measured are those of the pages', () => {
  const css = readFileSync(new URL('../../app/globals.css', import.meta.url), 'utf8');
  for (const name of ['page', 'surface', 'raised', 'hover']) {
    const [, light = '', dark = ''] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css) ?? [];
    expect(BACKGROUNDS.light).toContain(light);
    expect(BACKGROUNDS.dark).toContain(dark);
  }
});
