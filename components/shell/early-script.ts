/**
 * The early script of every page that is a file, in its head: sets the visitor's theme before the first paint,
 * requests the page's data, and shows the host's name and colour as soon as they come.
 */
import { SITE_NAME_ID } from '#components/ui/site-name';
import { colourProperties } from '#lib/site/site-colours.rules';
import { readChoice, THEME_COOKIE } from './choice-cookies';
import { loadPageData } from './page-data';
import { parsed } from './parsed';
import { PAGE_COLOURS, parseTheme } from './theme';

const theme = parseTheme(readChoice(THEME_COOKIE));
document.documentElement.dataset.theme = theme;
if (theme !== 'system')
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = PAGE_COLOURS[theme];

Promise.all([loadPageData(), parsed]).then(
  ([{ site, userName }]) => {
    if (userName !== null) document.documentElement.dataset.signedIn = '';
    const name = document.getElementById(SITE_NAME_ID);
    if (name) name.textContent = site.name;
    for (const [property, value] of colourProperties(site.colours)) document.documentElement.style.setProperty(property, value);
  },
  // React says so.
  () => undefined,
);
