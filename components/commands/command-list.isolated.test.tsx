/** The list of everything one can do: what it has, how it is found, and that keyboard and screen reader reach it. */
import { render, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { commandMessages as messages } from '#components/messages/command';
import { commonMessages } from '#components/messages/common';
import { rememberPaste } from '#components/paste/local/local-pastes-store';
import { PageShell } from '#components/shell/page-shell';
import { startUser, watchNavigation } from '#components/testing/fake-browser';

const ID = 'p'.repeat(24);
const { listSecretRequests } = vi.hoisted(() => ({ listSecretRequests: vi.fn() }));
vi.mock('#components/requests/keys/secret-request-keys', () => ({ listSecretRequests }));
beforeEach(() => listSecretRequests.mockResolvedValue([]));

async function open({ userName = null, onPress }: { userName?: string | null; onPress?: () => void } = {}) {
  const site = {
    name: 'Acme',
    logo: null,
    style: null,
    notice: null,
    languages: ['en'],
    links: [{ label: 'Imprint', href: 'https://acme.example/' }],
  };
  render(
    <PageShell site={site} theme="system" userName={userName}>
      <main>
        <button type="button" onClick={onPress}>
          Copy<kbd aria-hidden>C</kbd>
        </button>
        <button type="button" disabled>
          Not now
        </button>
        <label>
          Title <input />
        </label>
      </main>
    </PageShell>,
  );
  const user = startUser();
  await user.keyboard('{Control>}k{/Control}');
  return { user, field: await screen.findByRole('combobox', { name: messages.search }) };
}

const names = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const inGroup = (name: string) =>
  within(screen.getByRole('group', { name }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

it('has what the page offers and the pages of the site, in groups', async () => {
  await open();
  const theme = `${commonMessages.theme.label}: ${commonMessages.theme.system}`;
  expect(inGroup(messages.groups.here)).toEqual(['Copy', messages.field('Title'), theme]);
  expect(inGroup(messages.groups.places)).toEqual(expect.arrayContaining([messages.places.mine, messages.places.api, 'Imprint']));
  expect(names()).not.toContain(messages.places.keys);
});

it('what Enter must not find first comes last, and what nobody looks for not at all', async () => {
  const controls = document.createElement('main');
  for (const name of ['last', 'never', '']) {
    const button = Object.assign(document.createElement('button'), { textContent: `Button ${name}` });
    if (name !== '') button.dataset.command = name;
    controls.append(button);
  }
  document.body.prepend(controls);
  await open();
  controls.remove();
  const theme = `${commonMessages.theme.label}: ${commonMessages.theme.system}`;
  expect(inGroup(messages.groups.here)).toEqual(['Button', 'Copy', messages.field('Title'), theme, 'Button last']);
});

it('has the pages of the account only for somebody who is signed in', async () => {
  await open({ userName: 'anna' });
  expect(names()).toEqual(expect.arrayContaining([messages.places.keys, messages.places.webhooks]));
});

it('has the pastes and requests of this browser', async () => {
  listSecretRequests.mockResolvedValue([{ label: 'Staging' }, { label: '' }]);
  rememberPaste({
    publicId: ID,
    manageToken: 't',
    isE2ee: true,
    burnAfterRead: false,
    maxReads: null,
    createdAt: '2031-01-01T00:00:00.000Z',
    expiresAt: null,
    ended: null,
  });
  const visited = watchNavigation();
  const { user } = await open();
  expect(await screen.findByRole('option', { name: messages.request('Staging') })).toBeVisible();
  expect(inGroup(messages.groups.mine)).toEqual([messages.paste(ID), messages.request('Staging'), messages.request(messages.unnamed)]);
  await user.click(screen.getByRole('option', { name: messages.paste(ID) }));
  expect(visited).toEqual([`/manage/${ID}#t`]);
});

it('the arrows choose in a circle while the field keeps the focus, and Enter runs', async () => {
  const visited = watchNavigation();
  const { user, field } = await open();
  const chosen = () => screen.getByRole('option', { selected: true });
  expect(field).toHaveFocus();
  expect(field).toHaveAttribute('aria-activedescendant', chosen().id);
  await user.keyboard('{ArrowUp}');
  expect(chosen()).toHaveTextContent('Imprint');
  expect(field).toHaveAttribute('aria-activedescendant', chosen().id);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(chosen()).toHaveTextContent(messages.field('Title'));
  expect(field).toHaveFocus();
  await user.keyboard('tRY aPi{Enter}');
  expect(visited).toEqual(['/docs/api/try']);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('a button of the page is pressed once the list has closed', async () => {
  const pressed = vi.fn(() => expect(screen.queryByRole('combobox')).not.toBeInTheDocument());
  const { user } = await open({ onPress: pressed });
  await user.keyboard('copy{Enter}');
  expect(pressed).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Copy' })).toHaveFocus();
});

it('a field of the page gets the focus', async () => {
  const { user } = await open();
  await user.keyboard('title{Enter}');
  expect(screen.getByLabelText('Title')).toHaveFocus();
});

it('what matches nothing is said, and Enter then does nothing', async () => {
  const { user, field } = await open();
  await user.keyboard('nowhere at all{Enter}');
  expect(screen.getByText(messages.none)).toBeVisible();
  expect(field).not.toHaveAttribute('aria-activedescendant');
  await user.clear(field);
  await user.keyboard('copy');
  expect(screen.getByText(messages.count(1))).toBeInTheDocument();
});

it('Escape closes the list and gives the focus back; its button opens it again', async () => {
  const { user } = await open();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: commonMessages.commands }));
  expect(await screen.findByRole('combobox')).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: commonMessages.commands })).toHaveFocus();
});
