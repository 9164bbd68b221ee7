/**
 * Finds the fonts of the build by language (scripts/subset-fonts.mjs). A page that Next renders is sent with their addresses, so that
 * its first paint has them. Next itself would preload the fonts of all languages with each page.
 */
import { existsSync, readdirSync } from 'node:fs';

const FONT = /^(?:sans|mono)-([A-Za-z-]+)\.[^.]+\.woff2$/;

/** @param folder of the build's fonts; there is none in development */
export function findFonts(folder: string): (language: string) => readonly `/${string}`[] {
  const fonts = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => FONT.test(name));
  return (language) => fonts.filter((name) => FONT.exec(name)?.[1] === language).map((name) => `/_next/static/media/${name}` as const);
}
