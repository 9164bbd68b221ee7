import { render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { commonMessages } from '#components/messages/common';
import { startUser } from '#components/testing/fake-browser';
import { REQUESTS_KEY } from '#components/ui/kept-here';
import { QrCode } from '#components/ui/qr-code';
import type { ShownSite } from '#lib/api/page-data.rules';
import { NOTICE_COOKIE, readChoice, THEME_COOKIE } from './choice-cookies';
import { PageShell } from './page-shell';
import { parseTheme, type Theme } from './theme';

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = 'theme=; Path=/; Max-Age=0';
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = `${NOTICE_COOKIE}=; Path=/; Max-Age=0`;
  delete document.documentElement.dataset.theme;
});

const SITE: ShownSite = { name: 'Acme Paste', logo: null, colours: null, notice: null, links: [], languages: ['en', 'de'] };

const show = (theme: Theme, userName: string | null = null, site: Partial<ShownSite> = {}, isForReaders = false) =>
  render(
    <PageShell site={{ ...SITE, ...site }} theme={theme} userName={userName} isForReaders={isForReaders}>
      <main id="content">the page</main>
    </PageShell>,
  );
const themeRadio = (theme: Theme) => screen.getByRole('radio', { name: commonMessages.theme[theme] });

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

it('the header leads home, to a new paste, a request, own pastes and the account', () => {
  show('system');
  const header = within(screen.getByRole('banner'));
  expect(header.getByRole('link', { name: SITE.name })).toHaveAttribute('href', '/');
  const navigation = within(header.getByRole('navigation', { name: commonMessages.navigation }));
  expect(navigation.getByRole('link', { name: commonMessages.newPaste })).toHaveAttribute('href', '/');
  expect(navigation.getByRole('link', { name: commonMessages.ask })).toHaveAttribute('href', '/requests');
  expect(navigation.getByRole('link', { name: commonMessages.own })).toHaveAttribute('href', '/mine');
  expect(navigation.getByRole('link', { name: commonMessages.signIn })).toHaveAttribute('href', '/account');
});

it.each([
  ['none to a stranger', null, false, 0],
  ['all to somebody whose browser keeps something of theirs', null, true, 4],
  ['all to somebody who is signed in', 'anna', false, 4],
])('where somebody opens a link, the header shows its links: %s', (_, userName, hasRequests, count) => {
  if (hasRequests) localStorage.setItem(REQUESTS_KEY, JSON.stringify([{ requestId: 'a' }]));
  show('system', userName, {}, true);
  const header = within(screen.getByRole('banner'));
  expect(header.getByRole('link', { name: SITE.name })).toBeVisible();
  expect(within(header.getByRole('navigation')).queryAllByRole('link')).toHaveLength(count);
  expect(header.getByRole('combobox', { name: commonMessages.language.label })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: commonMessages.footer.api })).not.toBeInTheDocument();
});

it('the menu closes on Escape, and when something else is pressed', async () => {
  show('system');
  const user = startUser();
  const button = screen.getByLabelText(commonMessages.menu);
  const menu = button.closest('details');
  await user.click(button);
  await waitFor(() => expect(menu).toHaveAttribute('open'));
  await user.click(themeRadio('dark'));
  expect(menu).toHaveAttribute('open');
  await user.keyboard('{Escape}');
  expect(menu).not.toHaveAttribute('open');
  expect(button).toHaveFocus();
  await user.click(button);
  await user.click(screen.getByRole('main'));
  expect(menu).not.toHaveAttribute('open');
});

it('the header shows the signed-in user', () => {
  show('system', 'anna');
  const account = within(screen.getByRole('banner')).getByRole('link', { name: commonMessages.signedInAs('anna') });
  expect(account).toHaveAttribute('href', '/account/settings');
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

it('the page follows the theme that is chosen at once, and the next page knows it', async () => {
  const written = vi.spyOn(document, 'cookie', 'set');
  show('system');
  const user = startUser();
  for (const theme of ['light', 'dark', 'system'] as const) {
    await user.click(themeRadio(theme));
    expect(themeRadio(theme)).toBeChecked();
    expect(document.documentElement.dataset.theme).toBe(theme);
    expect(parseTheme(readChoice(THEME_COOKIE))).toBe(theme);
    expect(written).toHaveBeenLastCalledWith(expect.stringMatching(`^theme=${theme}; Path=/; Max-Age=\\d{8}; SameSite=Lax$`));
  }
});

it('the theme that the server drew is the one that is shown', () => {
  show('dark');
  expect(themeRadio('dark')).toBeChecked();
  expect(document.documentElement.dataset.theme).toBeUndefined();
});

it.each([undefined, '', 'pink', 'DARK'])('a cookie of %j is the system’s theme', (value) => {
  expect(parseTheme(value)).toBe('system');
});
