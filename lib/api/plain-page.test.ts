import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { commonMessages } from '../../components/messages/common';
import { PLAIN_SITE, type Site } from '../site/site';
import { accentColours } from '../site/site-colour';
import { leadingPage, plainPage } from './plain-page';

const ACME: Site = {
  ...PLAIN_SITE,
  name: 'Acme <Paste>',
  links: [{ label: 'Imprint & more', href: 'https://acme.example/imprint?a=1&b=2' }],
  colours: { light: accentColours('light', [179, 0, 94]), dark: accentColours('dark', [255, 143, 192]) },
};
const WORDS = { title: 'Wait', text: 'A minute.', link: { href: '/account', text: 'Back' } };

it.each([
  ['an operator', ACME],
  ['nobody', PLAIN_SITE],
])('the page that responds to a form, in the brand of %s, has one allowed style', (_, site) => {
  const { headers, body } = plainPage({ site, ...WORDS });
  const style = /<style>([\s\S]*)<\/style>/.exec(String(body))?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers['Content-Security-Policy']).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(style.includes('#b3005e')).toBe(site === ACME);
});

it('a quote in an address ends no attribute of the page', () => {
  const { body } = leadingPage('https://id.example/?a="onfocus="alert(1)', { site: PLAIN_SITE, ...WORDS, linkText: '"Go"' });
  expect(body).toContain('<a href="https://id.example/?a=&quot;onfocus=&quot;alert(1)">&quot;Go&quot;</a>');
});

it('it has the name and the links of the operator, as text', () => {
  const { body } = leadingPage('https://id.example', { site: ACME, title: 'Leaving', text: 'To id.example', linkText: 'Go' });
  expect(body).toContain('<title>Leaving · Acme &lt;Paste&gt;</title>');
  expect(body).toContain('<a href="https://acme.example/imprint?a=1&amp;b=2">Imprint &amp; more</a>');
  expect(plainPage({ site: PLAIN_SITE, ...WORDS }).body).not.toContain('<footer>');
});

it('links that every host may have are named in the reader’s language', () => {
  const site: Site = { ...PLAIN_SITE, links: [{ kind: 'privacy', href: '/privacy' }] };
  expect(plainPage({ site, ...WORDS }).body).toContain(`<footer><a href="/privacy">${commonMessages.footer.privacy}</a></footer>`);
});
