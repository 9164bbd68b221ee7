export type Theme = 'system' | 'light' | 'dark';

/** The page's background colours, which globals.css also has. */
export const PAGE_COLOURS = { light: '#ffffff', dark: '#0e1013' };

/** Tells a browser the colours of both themes. */
export const THEME_COLOURS = (['light', 'dark'] as const).map((scheme) => ({
  media: `(prefers-color-scheme: ${scheme})`,
  color: PAGE_COLOURS[scheme],
}));

export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** The theme a cookie's value names; anything else is the system's. */
export function parseTheme(value: string | undefined): Theme {
  return THEMES.find((theme) => theme === value) ?? 'system';
}
