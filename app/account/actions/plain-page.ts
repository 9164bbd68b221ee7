/** Pages that a form can respond with itself, with a status or headers that Next's pages can't have. They need nothing but themselves. */
import { createHash } from 'node:crypto';
import type { Reply } from '#lib/http/reply';

interface PlainPage {
  title: string;
  text: string;
  link: { href: string; text: string };
}

export function plainPage({ title, text, link }: PlainPage): Reply & { headers: Record<string, string> } {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>
</main>
</body>
</html>
`,
  };
}

/**
 * Leads on to another site: our policy forbids forms to be redirected there, and browsers apply that to each redirect on the
 * way, also to those of the other site. This page goes there by itself.
 * @param address to go to
 */
export function leadingPage(address: string, page: Omit<PlainPage, 'link'> & { linkText: string }): ReturnType<typeof plainPage> {
  const plain = plainPage({ title: page.title, text: page.text, link: { href: address, text: page.linkText } });
  return { ...plain, headers: { ...plain.headers, Refresh: `0; url=${address}` } };
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

/** The colours of the other pages; which of them, only the browser says here. */
const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; background: light-dark(#ffffff, #0e1013); color: light-dark(#16191d, #e8eaed); font: 0.9375rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: clamp(2rem, 8vh, 5rem) clamp(0.875rem, 3vw, 1.5rem); }
h1 { margin: 0 0 1rem; font-size: 1.5rem; font-weight: 600; letter-spacing: -0.02em; line-height: 1.25; }
p { margin: 0 0 0.5rem; }
a { display: inline-block; padding-block: 0.625rem; color: light-dark(#1d5fd1, #7cb0ff); }
`;
