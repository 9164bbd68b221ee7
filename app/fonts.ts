import localFont from 'next/font/local';

// What scripts/subset-fonts.mjs leaves in the files; other letters are those of the whole fonts, in globals.css. The
// compiler reads these calls without running them, so the range stands there twice.
const sans = localFont({
  src: './fonts/sans.woff2',
  variable: '--font-sans',
  weight: '400 600',
  adjustFontFallback: false,
  declarations: [
    { prop: 'unicode-range', value: 'U+20-7E, U+A0, U+A9, U+B7, U+D7, U+2013-2014, U+2018-2019, U+201C-201D, U+2026, U+2190-2193' },
  ],
});

const mono = localFont({
  src: './fonts/mono.woff2',
  variable: '--font-mono',
  weight: '400',
  adjustFontFallback: false,
  declarations: [
    { prop: 'unicode-range', value: 'U+20-7E, U+A0, U+A9, U+B7, U+D7, U+2013-2014, U+2018-2019, U+201C-201D, U+2026, U+2190-2193' },
  ],
});

/** For the root element: its styles name the fonts. */
export const fontClasses = `${sans.variable} ${mono.variable}`;
