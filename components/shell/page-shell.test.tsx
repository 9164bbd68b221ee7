import { render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { commonMessages } from '#components/messages/common';
import { startUser } from '#components/testing/fake-browser';
import { QrCode } from '#components/ui/qr-code';
import type { ShownSite } from '#lib/api/page-data.rules';
import { NOTICE_COOKIE } from './notice-cookie';
import { PageShell } from './page-shell';
import { nextTheme, parseTheme, type Theme, themeCookie } from './theme';

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = 'theme=; Path=/; Max-Age=0';
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = `${NOTICE_COOKIE}=; Path=/; Max-Age=0`;
  delete document.documentElement.dataset.theme;
});

const SITE: ShownSite = { name: 'Acme Paste', logo: null, colours: null, notice: null, links: [], languages: ['en', 'de'] };

const show = (theme: Theme, userName: string | null = null, site: Partial<ShownSite> = {}) =>
  render(
    <PageShell site={{ ...SITE, ...site }} theme={theme} userName={userName}>
      <main id="content">the page</main>
    </PageShell>,
  );
const themeButton = (theme: Theme) => screen.getByRole('button', { name: `${commonMessages.theme.label}: ${commonMessages.theme[theme]}` });

it('the first stop of a keyboard leads past the header, to the content', async () => {
  show('system');
  await startUser().tab();
  const skip = screen.getByRole('link', { name: commonMessages.skipToContent });
  expect(skip).toHaveFocus();
  expect(document.querySelector(skip.getAttribute('href') ?? '')).toBe(screen.getByRole('main'));
});

it('a QR code has under it what the header calls the host', async () => {
  show('system');
  render(<QrCode text="https://acme.example/" label="code" />);
  expect(screen.getByRole('img', { name: 'code' })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('figure')).toHaveTextContent(SITE.name));
});

it('the header leads home, to a new paste and to the account', () => {
  show('system');
  const header = within(screen.getByRole('banner'));
  expect(header.getByRole('link', { name: SITE.name })).toHaveAttribute('href', '/');
  const navigation = within(header.getByRole('navigation', { name: commonMessages.navigation }));
  expect(navigation.getByRole('link', { name: commonMessages.newPaste })).toHaveAttribute('href', '/');
  expect(navigation.getByRole('link', { name: commonMessages.signIn })).toHaveAttribute('href', '/account');
});

it('the header shows the signed-in user', () => {
  show('system', 'anna');
  const account = within(screen.getByRole('banner')).getByRole('link', { name: commonMessages.signedInAs('anna') });
  expect(account).toHaveAttribute('href', '/account');
  expect(account).toHaveTextContent('anna');
  expect(screen.queryByText(commonMessages.signIn)).not.toBeInTheDocument();
});

it('the footer leads to how it works, the API, the command line and the source', () => {
  show('system');
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getByRole('link', { name: commonMessages.footer.how })).toHaveAttribute('href', '/docs/how');
  expect(footer.getByRole('link', { name: commonMessages.footer.api })).toHaveAttribute('href', '/docs/api');
  expect(footer.getByRole('link', { name: commonMessages.footer.commandLine })).toHaveAttribute('href', '/docs/cli');
  expect(footer.getByRole('link', { name: commonMessages.footer.source })).toHaveAttribute('href', '/docs/how#source');
});

it('the footer leads to the operator’s pages too', () => {
  show('system', null, {
    links: [
      { kind: 'imprint', href: 'https://acme.example/imprint' },
      { label: 'Help', href: 'https://acme.example/help' },
      { kind: 'abuse', href: 'mailto:abuse@acme.example' },
    ],
  });
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getByRole('link', { name: commonMessages.footer.imprint })).toHaveAttribute('href', 'https://acme.example/imprint');
  expect(footer.getByRole('link', { name: 'Help' })).toHaveAttribute('href', 'https://acme.example/help');
  expect(footer.getByRole('link', { name: commonMessages.footer.abuse })).toHaveAttribute('href', 'mailto:abuse@acme.example');
});

it('the operator’s logo stands in place of the seal and says nothing twice', () => {
  show('system', null, { logo: '/site-logo?v=1' });
  const home = screen.getByRole('link', { name: SITE.name });
  expect(home.querySelector('img')).toHaveAttribute('src', '/site-logo?v=1');
  expect(home.querySelector('svg')).toBeNull();
});

it('a notice that is closed disappears, and the next page knows which one it was', async () => {
  show('system', null, { notice: { id: 'f00', text: 'Maintenance tonight' } });
  const notice = within(screen.getByRole('complementary', { name: commonMessages.notice }));
  expect(notice.getByText('Maintenance tonight')).toBeVisible();
  await startUser().click(notice.getByRole('button', { name: commonMessages.hideNotice }));
  expect(screen.queryByText('Maintenance tonight')).not.toBeInTheDocument();
  expect(document.cookie).toBe(`${NOTICE_COOKIE}=f00`);
});

it('the theme goes round all three, and the page follows at once', async () => {
  show('system');
  const user = startUser();
  for (const [from, to] of [
    ['system', 'light'],
    ['light', 'dark'],
    ['dark', 'system'],
  ] as const) {
    await user.click(themeButton(from));
    expect(themeButton(to)).toBeVisible();
    expect(document.documentElement.dataset.theme).toBe(to);
  }
});

it('a theme that was chosen is kept for the next page', async () => {
  show('light');
  await startUser().click(themeButton('light'));
  expect(document.cookie).toBe('theme=dark');
  expect(themeCookie('dark')).toMatch(/; Path=\/; Max-Age=\d{8}; SameSite=Lax$/);
});

it('the theme that the server drew is the one that is shown', () => {
  show('dark');
  expect(themeButton('dark')).toBeVisible();
  expect(document.documentElement.dataset.theme).toBeUndefined();
});

it.each([undefined, '', 'pink', 'DARK'])('a cookie of %j is the system’s theme', (value) => {
  expect(parseTheme(value)).toBe('system');
});

it.each(['system', 'light', 'dark'] as const)('the theme %s is read back as it is written', (theme) => {
  expect(parseTheme(themeCookie(theme).split(/[=;]/)[1])).toBe(theme);
  expect(nextTheme(theme)).not.toBe(theme);
});
