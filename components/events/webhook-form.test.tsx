/** The form of a webhook (address, secret, events and their problems) and the list of webhooks. */

import { render, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { noticeMessages } from '#components/messages/notice';
import { webhookMessages as messages } from '#components/messages/webhook';
import { webhookFormatMessages as formatMessages } from '#components/messages/webhook-format';
import { webhookSecretMessages } from '#components/messages/webhook-secret';
import { startUser } from '#components/testing/fake-browser';
import { json, serve, status } from '#components/testing/fake-server';
import type { ShownWebhook } from '#lib/webhooks/webhook.presenter';
import { RECIPES } from './verify-help';
import { WebhookForm } from './webhook-form';
import { WebhookList } from './webhook-list';

const URL_FIELD = 'https://example.com/hook';

const webhook = (fields: Partial<ShownWebhook> = {}): ShownWebhook => ({
  id: 7,
  url: URL_FIELD,
  format: 'standard',
  events: ['paste.created', 'paste.deleted'],
  isActive: true,
  isGone: false,
  createdAt: '2031-01-01T00:00:00.000Z',
  updatedAt: '2031-01-01T00:00:00.000Z',
  latest: null,
  ...fields,
});

/** The response of the endpoints. */
const saved = (fields: Partial<ShownWebhook> = {}) => {
  const { isGone: _, latest: __, ...body } = webhook(fields);
  return body;
};

const onSaved = vi.fn();
const showForm = (shown: ShownWebhook | null = null) => render(<WebhookForm webhook={shown} onSaved={onSaved} />);
const bodies = ({ requests }: ReturnType<typeof serve>) => requests.map(({ body }) => JSON.parse(body) as object);
const refusing = (field: string, message: string) =>
  status(400, {}, { error: '', code: 'validation', details: [{ path: [field], message }] });

beforeEach(() => {
  onSaved.mockClear();
});

const address = () => screen.getByLabelText(messages.url);
const secret = () => screen.getByRole<HTMLInputElement>('textbox', { name: webhookSecretMessages.label });
const press = (name: string) => startUser().click(screen.getByRole('button', { name }));

it('the form of a new webhook sends its fields; new pastes are preselected', async () => {
  const server = serve({ 'POST /api/v1/webhooks': json(saved()) });
  showForm();
  const user = startUser();
  expect(screen.getByRole('checkbox', { name: /paste\.created/, checked: true })).toBeVisible();
  await user.type(address(), URL_FIELD);
  await user.type(secret(), 'long enough');
  await user.click(screen.getByRole('checkbox', { name: /paste\.deleted/ }));
  await user.click(screen.getByRole('button', { name: messages.create }));
  expect(await screen.findByText(noticeMessages.done['webhook-created'])).toBeVisible();
  expect(bodies(server)).toEqual([
    { url: URL_FIELD, format: 'standard', secret: 'long enough', events: ['paste.created', 'paste.deleted'] },
  ]);
  expect(onSaved).toHaveBeenCalledExactlyOnceWith(7, 'long enough');
});

it('a new webhook is not sent without an address or a secret', async () => {
  const server = serve({});
  showForm();
  await press(messages.create);
  expect(address()).toHaveAccessibleDescription(messages.urlMissing);
  await vi.waitFor(() => expect(address()).toHaveFocus());
  await startUser().type(address(), URL_FIELD);
  await press(messages.create);
  await vi.waitFor(() => expect(secret()).toHaveFocus());
  expect(secret()).toHaveAccessibleDescription(messages.secretRefused);
  expect(server.requests).toEqual([]);
});

it('a webhook that exists is changed under its id, and needs no new secret', async () => {
  const server = serve({ 'PATCH /api/v1/webhooks/7': json(saved()) });
  showForm(webhook({ events: ['paste.expired'] }));
  expect(screen.getByRole('textbox', { name: messages.newSecret })).toHaveAccessibleDescription(messages.newSecretHint);
  await press(messages.save);
  expect(await screen.findByText(noticeMessages.done['webhook-saved'])).toBeVisible();
  expect(bodies(server)).toEqual([{ url: URL_FIELD, format: 'standard', events: ['paste.expired'] }]);
  expect(onSaved).toHaveBeenCalledExactlyOnceWith(7, null);
});

it('a new secret leaves its field once it is saved', async () => {
  const server = serve({ 'PATCH /api/v1/webhooks/7': json(saved()) });
  showForm(webhook());
  await startUser().type(screen.getByRole('textbox', { name: messages.newSecret }), 'long enough');
  await press(messages.save);
  expect(await screen.findByText(noticeMessages.done['webhook-secret-saved'])).toBeVisible();
  expect(onSaved).toHaveBeenCalledExactlyOnceWith(7, 'long enough');
  expect(screen.getByRole('textbox', { name: messages.newSecret })).toHaveValue('');
  expect(bodies(server)).toMatchObject([{ secret: 'long enough' }]);
});

it.each([
  ['slack', /hooks\.slack\.com/, null],
  ['teams', /Workflows/, null],
  ['matrix', /!room:example/, true],
  ['ntfy', /ntfy\.sh/, false],
] as const)('a webhook for %s asks for what the platform gives', async (format, hint, isTokenNeeded) => {
  const server = serve({ 'POST /api/v1/webhooks': json(saved()) });
  showForm();
  await startUser().selectOptions(screen.getByRole('combobox', { name: formatMessages.label }), format);
  expect(address()).toHaveAccessibleDescription(hint);
  expect(screen.queryByRole('textbox', { name: webhookSecretMessages.label })).not.toBeInTheDocument();
  const token = screen.queryByLabelText(formatMessages.token);
  if (isTokenNeeded === null) expect(token).toBeNull();
  else expect(token).toHaveProperty('required', isTokenNeeded);
  await startUser().type(address(), URL_FIELD);
  if (isTokenNeeded) await startUser().type(screen.getByLabelText(formatMessages.token), 'a-token-of-anna');
  await press(messages.create);
  expect(await screen.findByText(noticeMessages.done['webhook-created'])).toBeVisible();
  expect(bodies(server)).toMatchObject([{ format, url: URL_FIELD }]);
  expect(onSaved).toHaveBeenCalledExactlyOnceWith(7, null);
});

it('a token with a space is no token, and is not sent', async () => {
  const server = serve({});
  showForm();
  await startUser().selectOptions(screen.getByRole('combobox', { name: formatMessages.label }), 'ntfy');
  await startUser().type(address(), URL_FIELD);
  await startUser().type(screen.getByLabelText(formatMessages.token), 'two words');
  await press(messages.create);
  expect(screen.getByLabelText(formatMessages.token)).toBeInvalid();
  expect(server.requests).toEqual([]);
});

it('the address and the token of a chat are kept unless they are typed again', async () => {
  const server = serve({ 'PATCH /api/v1/webhooks/7': json(saved()) });
  showForm(webhook({ format: 'matrix', url: 'https://matrix.example/…' }));
  expect(address()).toHaveValue('');
  expect(address()).toHaveAccessibleDescription(expect.stringContaining(formatMessages.keepAddress));
  expect(screen.getByLabelText(formatMessages.newToken)).not.toBeRequired();
  await press(messages.save);
  expect(await screen.findByText(noticeMessages.done['webhook-saved'])).toBeVisible();
  expect(bodies(server)).toEqual([{ format: 'matrix', events: ['paste.created', 'paste.deleted'] }]);
});

it('another format than the stored one needs its own secret', async () => {
  showForm(webhook({ format: 'slack' }));
  await startUser().selectOptions(screen.getByRole('combobox', { name: formatMessages.label }), 'standard');
  expect(secret()).toBeRequired();
});

it('the list names the format of a webhook, and why the platform ended it', () => {
  const chat = webhook({ format: 'discord', url: 'https://discord.com/…wxyz', isActive: false, isGone: true });
  render(<WebhookList webhooks={[chat]} />);
  const item = within(screen.getByRole('list', { name: '' }));
  expect(item.getByText('Discord')).toBeVisible();
  expect(item.getByText(messages.goneChat)).toBeVisible();
  expect(item.getByRole('link', { name: chat.url })).toBeVisible();
});

it.each([
  ['url', 'expected an https address', address, messages.urlRefused('expected an https address')],
  ['secret', 'too short', secret, messages.secretRefused],
])('the field %s shows its problem and has the focus, and what was typed stays', async (field, message, find, sentence) => {
  serve({ 'POST /api/v1/webhooks': refusing(field, message) });
  showForm();
  await startUser().type(address(), URL_FIELD);
  await startUser().type(secret(), 'long enough');
  await press(messages.create);
  await vi.waitFor(() => expect(find()).toHaveFocus());
  expect(find()).toHaveAccessibleDescription(sentence);
  expect(find()).toBeInvalid();
  expect([address(), secret()].map((input) => (input as HTMLInputElement).value)).toEqual([URL_FIELD, 'long enough']);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(onSaved).not.toHaveBeenCalled();
});

it('the events say that none is chosen, and the first has the focus', async () => {
  serve({ 'PATCH /api/v1/webhooks/7': refusing('events', 'expected at least one event') });
  showForm(webhook());
  await press(messages.save);
  await vi.waitFor(() => expect(screen.getByRole('checkbox', { name: /paste\.created/ })).toHaveFocus());
  expect(screen.getByRole('group', { name: messages.events })).toHaveAccessibleDescription(messages.eventsRefused);
});

it('a problem of no field is said at the end of the form', async () => {
  serve({ 'PATCH /api/v1/webhooks/7': status(400, {}, { error: '', code: 'too_many_webhooks', details: [{ path: [], message: 'm' }] }) });
  showForm(webhook());
  await press(messages.save);
  expect(await screen.findByRole('alert')).toHaveTextContent(noticeMessages.failed['too-many-webhooks']);
});

it('a generated secret is as Standard Webhooks has it, another each time, and said', async () => {
  showForm();
  await press(webhookSecretMessages.generate);
  const first = secret().value;
  expect(first).toMatch(/^whsec_[\w+/]{32}$/);
  expect(screen.getByText(webhookSecretMessages.generated)).toBeInTheDocument();
  await press(webhookSecretMessages.generate);
  expect(secret().value).not.toBe(first);
});

it('the secret of a new webhook is shown until somebody has kept it', async () => {
  serve({ 'POST /api/v1/webhooks': json(saved()) });
  const { rerender } = render(<WebhookList webhooks={[]} />);
  await startUser().type(address(), URL_FIELD);
  await startUser().type(secret(), 'whsec_new');
  await press(messages.create);
  expect(await screen.findByText(noticeMessages.done['webhook-created'])).toBeVisible();
  rerender(<WebhookList webhooks={[webhook()]} />);
  const shown = within(screen.getByRole('region', { name: webhookSecretMessages.newTitle }));
  expect(shown.getByRole('textbox')).toHaveValue('whsec_new');
  expect(screen.getByRole('link', { name: messages.openCreated })).toHaveAttribute('href', '/account/webhooks/7');
  expect(address()).toHaveValue('');
  await press(webhookSecretMessages.kept);
  expect(screen.queryByRole('region', { name: webhookSecretMessages.newTitle })).not.toBeInTheDocument();
});

it('without a webhook the page explains webhooks and signatures', () => {
  render(<WebhookList webhooks={[]} />);
  expect(screen.getByRole('heading', { name: messages.emptyTitle })).toBeVisible();
  expect(screen.getByText(messages.verifyTitle).closest('details')).toHaveAttribute('open');
  expect(screen.getByRole('button', { name: messages.create })).toBeVisible();
});

it('webhooks are listed with their address, events and whether anything is sent', () => {
  render(<WebhookList webhooks={[webhook(), webhook({ id: 8, isActive: false })]} />);
  const [on, off] = screen.getAllByRole('listitem');
  if (!on || !off) throw new Error('expected two webhooks');
  expect(within(on).getByRole('link', { name: URL_FIELD })).toHaveAttribute('href', '/account/webhooks/7');
  expect(on).toHaveTextContent('paste.created, paste.deleted');
  expect(on).toHaveTextContent(messages.never);
  expect(within(on).getByText(messages.on)).toBeVisible();
  expect(within(off).getByText(messages.off)).toBeVisible();
  expect(screen.getByText(messages.verifyTitle).closest('details')).not.toHaveAttribute('open');
});

it('a webhook ended by a 410 says so and shows its newest delivery', () => {
  const latest = { event: 'paste.created', status: 'cancelled', createdAt: '2031-01-01T00:00:00.000Z' } as const;
  render(<WebhookList webhooks={[webhook({ isActive: false, isGone: true, latest })]} />);
  expect(screen.getByRole('listitem')).toHaveTextContent(messages.goneReason);
  expect(screen.getByRole('listitem')).toHaveTextContent(`${messages.latest} ${messages.statuses.cancelled}`);
});

it.each(RECIPES)('the program in $language that verifies requests is copied as it stands', async ({ language, code }) => {
  render(<WebhookList webhooks={[]} />);
  await press(messages.copyRecipe(language));
  expect(await navigator.clipboard.readText()).toBe(code);
});
