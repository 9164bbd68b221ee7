/** One text for several people, and networks to read from: the fields, the requests, and the page with all links. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { createdMessages } from '#components/messages/created';
import { editorMessages as messages } from '#components/messages/editor';
import { peopleMessages } from '#components/messages/people';
import { asksBeforeLeaving } from '#components/testing/fake-browser';
import { serveFetch } from '#components/testing/fetch';
import { openPaste } from '#lib/envelope/envelope-open';
import { check, EMPTY_DRAFT } from './model/editor-draft';
import { burnSwitch, button, openEditor, passwordField, textField, write } from './testing/editor-page';
import { nextUpload, sentUploads } from './testing/upload';

const idOf = (number: number) => String(number).padStart(24, 'a');
const fieldsOf = (number: number) => ({
  publicId: idOf(number),
  url: `https://paste.example/view/${idOf(number)}`,
  manageToken: `token-${number}`,
});

/** Opens the further options and types names, one on a line. */
async function typePeople(user: UserEvent, names: string): Promise<void> {
  await user.click(button(messages.more));
  await user.click(await screen.findByLabelText(peopleMessages.label));
  await user.paste(names);
}

const networksField = () => screen.findByLabelText<HTMLInputElement>(peopleMessages.networks);
const rows = () => screen.getAllByRole('listitem').map((row) => within(row).getByRole('heading').textContent);
const links = () => screen.getAllByLabelText<HTMLInputElement>(createdMessages.link).map(({ value }) => value);
const makeRest = () => screen.findByRole('button', { name: peopleMessages.goOn });

/** Creates the pastes from one to another, as the server would. */
async function createFrom(first: number, last: number): Promise<void> {
  for (let number = first; number <= last; number++) await (await nextUpload(number - 1)).create(fieldsOf(number));
}

async function submit(user: UserEvent, names: string): Promise<void> {
  await write(user, 'the secret');
  await typePeople(user, names);
  await user.click(button(messages.createSeveral(names.split('\n').filter((name) => name.trim()).length)));
}

it('each person gets a burn link whose key opens a paste of their own', async () => {
  const { user } = openEditor();
  await submit(user, 'anna\n  Ben B. \n\ncarl');
  expect(screen.queryByText(peopleMessages.heading(3))).toBeNull();
  await createFrom(1, 3);
  expect(await screen.findByRole('heading', { name: peopleMessages.heading(3) })).toBeVisible();
  expect(rows()).toEqual(['anna', 'Ben B.', 'carl']);
  const sent = await Promise.all(sentUploads().map((upload) => upload.json()));
  expect(new Set(sent.map(({ readProof }) => readProof)).size).toBe(3);
  for (const [index, { content, ...fields }] of sent.entries()) {
    const key = links()[index]?.split('#')[1] ?? '';
    expect(fields).toMatchObject({ burnAfterRead: true, isE2ee: true, protect: true });
    expect(await openPaste(content, key)).toMatchObject({ content: 'the secret' });
  }
  // Without an account the names stay in the browser.
  expect(JSON.stringify(sent)).not.toMatch(/anna|group|label/);
  await user.click(button(peopleMessages.copyAll));
  expect(await navigator.clipboard.readText()).toBe(
    links()
      .map((link, at) => `${rows()[at]}\t${link}\n`)
      .join(''),
  );
  expect(asksBeforeLeaving()).toBe(false);
});

it('with an account the pastes have one group and the names as labels', async () => {
  const { user } = openEditor({ isSignedIn: true });
  await submit(user, 'anna\nben');
  await createFrom(1, 2);
  const [first, second] = await Promise.all(sentUploads().map((upload) => upload.json()));
  expect([first?.label, second?.label]).toEqual(['anna', 'ben']);
  expect(first?.group).toMatch(/^[\w-]{43}$/);
  expect(second?.group).toBe(first?.group);
});

it('after a failure only missing links are made, a lost one under its key', async () => {
  const { user } = openEditor();
  await submit(user, 'anna\nben\ncarl');
  await createFrom(1, 1);
  const lost = await nextUpload(1);
  await lost.lose();
  expect(await screen.findByRole('alert')).toHaveTextContent(messages.problems.unreachable);
  expect(screen.getByRole('heading', { name: peopleMessages.headingPartly({ made: 1, all: 3 }) })).toBeVisible();
  expect(asksBeforeLeaving()).toBe(true);
  await user.click(await makeRest());
  const again = await nextUpload(2);
  expect(again.headers.get('Idempotency-Key')).toBe(lost.headers.get('Idempotency-Key'));
  expect(await again.json()).toEqual(await lost.json());
  await again.create(fieldsOf(2));
  await (await nextUpload(3)).create(fieldsOf(3));
  expect(await screen.findByRole('heading', { name: peopleMessages.heading(3) })).toBeVisible();
  expect(sentUploads()).toHaveLength(4);
});

it('a reload keeps the links, and the missing ones can still be made', async () => {
  const first = openEditor({ isSignedIn: true });
  await submit(first.user, 'anna\nben');
  await createFrom(1, 1);
  const before = await (await nextUpload(1)).json();
  const made = links();
  fireEvent(window, new Event('pagehide'));
  first.unmount();
  const { user } = openEditor({ isSignedIn: true });
  expect(await screen.findByLabelText(createdMessages.link)).toHaveValue(made[0]);
  await user.click(await makeRest());
  const rest = await nextUpload();
  expect(await rest.json()).toMatchObject({ label: 'ben', group: before.group });
  await rest.create(fieldsOf(2));
  expect(await screen.findByRole('heading', { name: peopleMessages.heading(2) })).toBeVisible();
  expect(links()[0]).toBe(made[0]);
});

it('a password lost in a reload is asked for, before the rest gets links', async () => {
  const first = openEditor();
  await first.user.type(passwordField(), 'p');
  await submit(first.user, 'anna\nben\ncarl');
  await createFrom(1, 1);
  await nextUpload(1);
  fireEvent(window, new Event('pagehide'));
  first.unmount();
  const { user } = openEditor();
  await user.click(await makeRest());
  expect(screen.getByRole('alert')).toHaveTextContent(messages.problems['password-lost']);
  expect([textField().value, screen.getByLabelText<HTMLTextAreaElement>(peopleMessages.label).value]).toEqual(['the secret', 'ben\ncarl']);
  await user.type(passwordField(), 'q');
  await user.click(button(messages.createSeveral(2)));
  await (await nextUpload()).create(fieldsOf(2));
  await (await nextUpload(1)).create(fieldsOf(3));
  expect(await screen.findByRole('heading', { name: peopleMessages.heading(3) })).toBeVisible();
  expect(rows()).toEqual(['anna', 'ben', 'carl']);
});

it('the page waits for a server that takes no more, and Stop ends that', async () => {
  const { user } = openEditor();
  await submit(user, 'anna\nben');
  await createFrom(1, 1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await (await nextUpload(1)).respond(429, { error: 'No', code: 'rate_limited' }, { 'Retry-After': '12' });
  expect(await screen.findByText(peopleMessages.waits('12 seconds'))).toBeVisible();
  await vi.advanceTimersByTimeAsync(12_000);
  expect((await nextUpload(2)).headers.get('Idempotency-Key')).toBe(sentUploads()[1]?.headers.get('Idempotency-Key'));
  fireEvent.click(button(peopleMessages.stop));
  expect(sentUploads()[2]?.isAborted).toBe(true);
  expect(await makeRest()).toBeVisible();
  vi.useRealTimers();
});

it('each row says whether the link was opened', async () => {
  const { user } = openEditor();
  const at = '2026-11-21T12:00:00.000Z';
  serveFetch(({ path }) => {
    const isFirst = path.includes(idOf(1));
    return Response.json({ publicId: idOf(isFirst ? 1 : 2), state: isFirst ? 'opened' : 'created', createdAt: at, at });
  });
  await submit(user, 'anna\nben');
  await createFrom(1, 2);
  const row = (name: string) => within(screen.getByRole('heading', { name }).closest('li') as HTMLElement);
  await waitFor(() => expect(row('anna').getByText(/^Opened on/)).toBeVisible());
  expect(row('anna').queryByLabelText(createdMessages.link)).toBeNull();
  expect(row('ben').getByLabelText(createdMessages.link)).toBeVisible();
});

it('burning is fixed for several people, and as it was for nobody', async () => {
  const { user } = openEditor();
  await typePeople(user, 'anna');
  expect(burnSwitch()).toBeChecked();
  expect(burnSwitch()).toBeDisabled();
  expect(burnSwitch()).toHaveAccessibleDescription(messages.burnsForEach);
  await user.clear(screen.getByLabelText(peopleMessages.label));
  expect(burnSwitch()).not.toBeChecked();
});

it('a name that is there twice is refused beside its field', async () => {
  const { user } = openEditor();
  await submit(user, 'anna\nben\nanna');
  const said = messages.problems['name-twice']('anna');
  expect(screen.getByRole('alert')).toHaveTextContent(said);
  expect(screen.getByLabelText(peopleMessages.label)).toHaveAccessibleDescription(expect.stringContaining(said));
  expect(sentUploads()).toHaveLength(0);
});

it.each([
  [{ people: 'x'.repeat(256) }, { code: 'name-wrong', name: 'x'.repeat(256) }],
  [{ people: 'a\tb' }, { code: 'name-wrong', name: 'a\tb' }],
  [{ people: Array.from({ length: 51 }, (_, at) => `p${at}`).join('\n') }, { code: 'too-many-people', count: 51 }],
  [{ people: Array.from({ length: 50 }, (_, at) => `p${at}`).join('\n') }, null],
  [{ readableFrom: Array.from({ length: 9 }, (_, at) => `10.0.${at}.0/24`) }, { code: 'too-many-networks', count: 9 }],
  [{ readableFrom: Array.from({ length: 8 }, (_, at) => `10.0.${at}.0/24`) }, null],
])('names and networks have limits (case %#)', (edit, problem) => {
  expect(check({ ...EMPTY_DRAFT, text: 'text', textBytes: 4, ...edit })).toEqual(problem);
});

it('networks are sent as a list, and the visitor’s own is suggested', async () => {
  const { user } = openEditor({ network: '192.0.2.7/32' });
  await write(user, 'text');
  await user.click(button(messages.more));
  await user.click(await screen.findByRole('button', { name: peopleMessages.fromMine('192.0.2.7/32') }));
  expect(screen.queryByRole('button', { name: peopleMessages.fromMine('192.0.2.7/32') })).toBeNull();
  await user.type(await networksField(), ', 2001:db8::/64');
  await user.click(button(messages.create));
  const upload = await nextUpload();
  expect(await upload.json()).toMatchObject({ readableFrom: ['192.0.2.7/32', '2001:db8::/64'] });
  await upload.create();
  expect(screen.getByText(createdMessages.onlyFrom('192.0.2.7/32, 2001:db8::/64'))).toBeVisible();
});

it('a wrong network is named beside its field', async () => {
  const { user } = openEditor();
  await write(user, 'text');
  await user.click(button(messages.more));
  await user.click(await networksField());
  await user.paste('10.0.0.0/8 2001:db8::/129');
  await user.click(button(messages.create));
  const said = messages.problems['network-wrong']('2001:db8::/129');
  expect(screen.getByRole('alert')).toHaveTextContent(said);
  expect(await networksField()).toHaveAccessibleDescription(expect.stringContaining(said));
  expect(sentUploads()).toHaveLength(0);
});

it('a network that the server alone refuses is named beside its field', async () => {
  const { user } = openEditor();
  await write(user, 'text');
  await user.click(button(messages.more));
  await user.click(await networksField());
  await user.paste('::ffff:1.2.3.4/8');
  await user.click(button(messages.create));
  const details = [{ path: ['readableFrom', '0'], message: 'expected a network' }];
  await (await nextUpload()).respond(400, { error: 'Invalid request', code: 'validation_failed', details });
  expect(await networksField()).toHaveAccessibleDescription(expect.stringContaining('expected a network'));
});

it('names and networks survive a reload, with the options open', async () => {
  const first = openEditor();
  await write(first.user, 'text');
  await typePeople(first.user, 'anna\nben');
  await first.user.click(await networksField());
  await first.user.paste('10.0.0.0/8');
  fireEvent(window, new Event('pagehide'));
  first.unmount();
  openEditor();
  expect(await screen.findByLabelText(peopleMessages.label)).toHaveValue('anna\nben');
  expect(await networksField()).toHaveValue('10.0.0.0/8');
});
