/**
 * Pages that a form responds with itself, with a status or headers that Next's pages can't have. They load no other file:
 * the operator's colour is part of them, and the logo is left out.
 */
import { commonMessages } from '../../components/messages/common';
import { escapeHtml } from '../encoding/html';
import { integrityOf } from '../encoding/sha256';
import type { Reply } from '../http/reply';
import { directionOf } from '../locales/languages.rules';
import { pageLanguage } from '../locales/page-language.rules';
import type { Site } from '../site/site';
import { colourSheet } from '../site/site-colours.rules';
import { nameLink } from '../site/site-link.rules';

export interface PlainPage {
  site: Site;
  title: string;
  text: string;
  link?: { href: string; text: string };
  /** The label of a button that sends a form to the page's own address. */
  button?: string;
}

export function plainPage({ site, title, text, link, button }: PlainPage): Reply & { headers: Record<string, string>; body: string } {
  const links = site.links.map((each) => nameLink(each, commonMessages.footer));
  const style = `${STYLE}${site.colours ? colourSheet(site.colours) : ''}`;
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': pageLanguage(),
      'Content-Security-Policy': `default-src 'none'; style-src '${integrityOf(style)}'; base-uri 'none'; form-action ${button === undefined ? "'none'" : "'self'"}; frame-ancestors 'none'`,
    },
    body: `<!doctype html>
<html lang="${pageLanguage()}" dir="${directionOf(pageLanguage())}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · ${escapeHtml(site.name)}</title>
<style>${style}</style>
</head>
<body>
<header>${escapeHtml(site.name)}</header>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${button === undefined ? '' : `<form method="post"><button>${escapeHtml(button)}</button></form>\n`}${link === undefined ? '' : `<p>${anchor(link.href, link.text)}</p>\n`}</main>
${links.length === 0 ? '' : `<footer>${links.map(({ href, label }) => anchor(href, label)).join('\n')}</footer>\n`}</body>
</html>
`,
  };
}

/**
 * A page that goes to another site by itself. Our policy forbids redirects of forms to other sites, and browsers apply it to
 * each redirect on the way.
 * @param address of the other site
 */
export function leadingPage(address: string, page: Omit<PlainPage, 'link'> & { linkText: string }): ReturnType<typeof plainPage> {
  const { site, title, text, linkText } = page;
  const plain = plainPage({ site, title, text, link: { href: address, text: linkText } });
  return { ...plain, headers: { ...plain.headers, Refresh: `0; url=${address}` } };
}

const anchor = (href: string, text: string) => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;

/** The colours of the other pages. The browser chooses the theme. */
const STYLE = `
:root { color-scheme: light dark; }
body { display: flex; flex-direction: column; min-height: 100dvh; margin: 0; background: light-dark(#ffffff, #0e1013); color: light-dark(#16191d, #e8eaed); font: 0.9375rem/1.5 system-ui, sans-serif; }
header { padding: 0.875rem clamp(0.875rem, 3vw, 1.5rem); border-bottom: 1px solid light-dark(#e3e6ea, #272c33); font-weight: 600; overflow-wrap: anywhere; }
main { flex: 1; box-sizing: border-box; width: 100%; max-width: 34rem; margin: 0 auto; padding: clamp(2rem, 8vh, 5rem) clamp(0.875rem, 3vw, 1.5rem); }
h1 { margin: 0 0 1rem; font-size: 1.5rem; font-weight: 600; letter-spacing: -0.02em; line-height: 1.25; }
p { margin: 0 0 0.5rem; }
button { padding: 0.625rem 1rem; border: 0; border-radius: 0.375rem; background: var(--accent, light-dark(#1d5fd1, #7cb0ff)); color: var(--on-accent, light-dark(#ffffff, #0e1013)); font: inherit; cursor: pointer; }
a { display: inline-block; padding-block: 0.625rem; color: var(--accent-text, light-dark(#1d5fd1, #7cb0ff)); }
footer { display: flex; flex-wrap: wrap; gap: 0 1.25rem; justify-content: center; padding: 0 1rem; border-top: 1px solid light-dark(#e3e6ea, #272c33); font-size: 0.8125rem; }
footer a { color: light-dark(#57606a, #8b949e); text-decoration: none; }
`;
