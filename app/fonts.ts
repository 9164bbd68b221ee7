import localFont from 'next/font/local';

// The ranges are the letters that scripts/subset-fonts.mjs keeps; globals.css loads the whole fonts for all others. Next's
// compiler reads these calls without running them, so the range stands here twice. Pages that Next renders preload both fonts, or
// an English page would show another one first; also where a language has the system's font: Next has one list for a page in all
// languages, and gives no address with which a layout could preload a font itself. Pages that are files preload none.
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

/** Classes for the root element, whose styles name the fonts. */
export const fontClasses = `${sans.variable} ${mono.variable}`;
