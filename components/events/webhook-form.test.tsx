/** The form of a webhook (address, secret, events and their problems) and the list of webhooks. */

import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { formAddress } from '#components/account/action-form';
import { linkMessages } from '#components/messages/link';
import { webhookMessages as messages } from '#components/messages/webhook';
import { webhookFormatMessages as formatMessages } from '#components/messages/webhook-format';
import { webhookSecretMessages } from '#components/messages/webhook-secret';
import { startUser, watchForms, withoutClipboard } from '#components/testing/fake-browser';
import { json, serve } from '#components/testing/fake-server';
import type { ShownWebhook } from '#lib/webhooks/webhook.presenter';
import { NewSecret } from './secret-field';
import { RECIPES } from './verify-help';
import { WebhookForm } from './webhook-form';
import { WebhookList } from './webhook-list';
import type { WebhookDraft } from './webhooks-data';

const URL_FIELD = 'https://example.com/hook';

const draft = (fields: Partial<WebhookDraft> = {}): WebhookDraft => ({
  url: URL_FIELD,
  format: 'standard',
  events: ['paste.expired'],
  problems: {},
  ...fields,
});

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

const address = () => screen.getByLabelText(messages.url);
const secret = () => screen.getByRole<HTMLInputElement>('textbox', { name: webhookSecretMessages.label });
const press = (name: string) => startUser().click(screen.getByRole('button', { name }));

it('the form of a new webhook sends its fields; new pastes are preselected', async () => {
  const sent = watchForms();
  render(<WebhookForm id={null} saved={null} draft={null} />);
  const user = startUser();
  expect(screen.getByRole('checkbox', { name: /paste\.created/, checked: true })).toBeVisible();
  await user.type(address(), URL_FIELD);
  await user.type(secret(), 'long enough');
  await user.click(screen.getByRole('checkbox', { name: /paste\.deleted/ }));
  await user.click(screen.getByRole('button', { name: messages.create }));
  const fields = { format: 'standard', url: URL_FIELD, secret: 'long enough', 'paste.created': 'on', 'paste.deleted': 'on' };
  expect(sent).toEqual([{ action: formAddress('create-webhook'), method: 'post', fields }]);
});

it('a new webhook is not sent without an address or a secret', async () => {
  const sent = watchForms();
  render(<WebhookForm id={null} saved={null} draft={null} />);
  await press(messages.create);
  expect(address()).toBeInvalid();
  expect(secret()).toBeRequired();
  expect(sent).toEqual([]);
});

it('a webhook that exists is changed under its id, and needs no new secret', async () => {
  const sent = watchForms();
  render(<WebhookForm id={7} saved="standard" draft={draft()} />);
  expect(screen.getByRole('textbox', { name: messages.newSecret })).toHaveAccessibleDescription(messages.newSecretHint);
  await press(messages.save);
  const fields = { webhookId: '7', format: 'standard', url: URL_FIELD, secret: '', 'paste.expired': 'on' };
  expect(sent).toEqual([{ action: formAddress('update-webhook'), method: 'post', fields }]);
});

it.each([
  ['slack', /hooks\.slack\.com/, null],
  ['teams', /Workflows/, null],
  ['matrix', /!room:example/, true],
  ['ntfy', /ntfy\.sh/, false],
] as const)('a webhook for %s asks for what the platform gives', async (format, hint, isTokenNeeded) => {
  const sent = watchForms();
  render(<WebhookForm id={null} saved={null} draft={null} />);
  await startUser().selectOptions(screen.getByRole('combobox', { name: formatMessages.label }), format);
  expect(address()).toHaveAccessibleDescription(hint);
  expect(screen.queryByRole('textbox', { name: webhookSecretMessages.label })).not.toBeInTheDocument();
  const token = screen.queryByLabelText(formatMessages.token);
  if (isTokenNeeded === null) expect(token).toBeNull();
  else expect(token).toHaveProperty('required', isTokenNeeded);
  await startUser().type(address(), URL_FIELD);
  if (isTokenNeeded) await startUser().type(screen.getByLabelText(formatMessages.token), 'a-token-of-anna');
  await press(messages.create);
  expect(sent).toMatchObject([{ fields: { format, url: URL_FIELD } }]);
});

it('the address and the token of a chat are kept unless they are typed again', async () => {
  const sent = watchForms();
  render(<WebhookForm id={7} saved="matrix" draft={draft({ format: 'matrix', url: '' })} />);
  expect(address()).toHaveValue('');
  expect(address()).toHaveAccessibleDescription(expect.stringContaining(formatMessages.keepAddress));
  expect(screen.getByLabelText(formatMessages.newToken)).not.toBeRequired();
  await press(messages.save);
  expect(sent).toMatchObject([{ fields: { format: 'matrix', url: '', secret: '' } }]);
});

it('another format than the stored one needs its own secret', async () => {
  render(<WebhookForm id={7} saved="slack" draft={draft({ format: 'slack', url: '' })} />);
  await startUser().selectOptions(screen.getByRole('combobox', { name: formatMessages.label }), 'standard');
  expect(secret()).toBeRequired();
});

it('the list names the format of a webhook, and why the platform ended it', () => {
  const chat = webhook({ format: 'discord', url: 'https://discord.com/…wxyz', isActive: false, isGone: true });
  render(<WebhookList webhooks={[chat]} draft={null} />);
  const item = within(screen.getByRole('list', { name: '' }));
  expect(item.getByText('Discord')).toBeVisible();
  expect(item.getByText(messages.goneChat)).toBeVisible();
  expect(item.getByRole('link', { name: chat.url })).toBeVisible();
});

it('each invalid field shows its problem, and all but the secret keep their values', () => {
  const problems = { url: 'expected an https address', secret: 'refused', events: 'none' } as const;
  render(<WebhookForm id={null} saved={null} draft={draft({ url: 'ftp://example.com', events: [], problems })} />);
  expect(address()).toHaveAccessibleDescription(messages.urlRefused(problems.url));
  expect(address()).toBeInvalid();
  expect(address()).toHaveValue('ftp://example.com');
  expect(secret()).toHaveAccessibleDescription(messages.secretProblems.refused);
  expect(secret()).toBeInvalid();
  expect(secret()).toHaveValue('');
  expect(screen.getByRole('group', { name: messages.events })).toHaveAccessibleDescription(messages.eventsRefused);
  expect(screen.queryByRole('checkbox', { checked: true })).not.toBeInTheDocument();
});

it('a field without a problem keeps its hint', () => {
  render(<WebhookForm id={null} saved={null} draft={draft({ problems: { secret: 'again' } })} />);
  expect(address()).toHaveAccessibleDescription(messages.urlHint);
  expect(address()).not.toHaveAttribute('aria-invalid', 'true');
  expect(secret()).toHaveAccessibleDescription(messages.secretProblems.again);
  expect(screen.getByRole('group', { name: messages.events })).not.toHaveAccessibleDescription();
});

it.each<[WebhookDraft['problems'], () => HTMLElement]>([
  [{ url: 'bad', secret: 'refused', events: 'bad' }, address],
  [{ secret: 'again', events: 'bad' }, secret],
  [{ events: 'bad' }, () => screen.getByRole('checkbox', { name: /paste\.created/ })],
])('the focus is on the first field to correct: %o', (problems, field) => {
  render(<WebhookForm id={null} saved={null} draft={draft({ problems })} />);
  expect(field()).toHaveFocus();
});

it('a form without a problem takes no focus', () => {
  render(<WebhookForm id={null} saved={null} draft={null} />);
  expect(document.body).toHaveFocus();
});

it('a generated secret is as Standard Webhooks has it, another each time, and said', async () => {
  render(<WebhookForm id={null} saved={null} draft={null} />);
  await press(webhookSecretMessages.generate);
  const first = secret().value;
  expect(first).toMatch(/^whsec_[\w+/]{32}$/);
  expect(screen.getByText(webhookSecretMessages.generated)).toBeInTheDocument();
  await press(webhookSecretMessages.generate);
  expect(secret().value).not.toBe(first);
});

it('a secret can be copied once it was generated, not when it is one’s own', async () => {
  render(<WebhookForm id={null} saved={null} draft={null} />);
  const user = startUser();
  await user.type(secret(), 'my own secret');
  expect(screen.queryByRole('button', { name: webhookSecretMessages.copyLabel })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: webhookSecretMessages.generate }));
  await user.click(screen.getByRole('button', { name: webhookSecretMessages.copyLabel }));
  expect(await navigator.clipboard.readText()).toBe(secret().value);
  expect(screen.getByText(linkMessages.copied, { selector: '[role=status]' })).toBeInTheDocument();
});

it('a secret that can’t be copied is selected, to be copied by keyboard', async () => {
  render(<WebhookForm id={null} saved={null} draft={null} />);
  const user = startUser();
  withoutClipboard(false);
  await user.click(screen.getByRole('button', { name: webhookSecretMessages.generate }));
  await user.click(screen.getByRole('button', { name: webhookSecretMessages.copyLabel }));
  expect(await screen.findByText(linkMessages.copyFailed)).toBeVisible();
  expect(secret()).toHaveFocus();
  expect([secret().selectionStart, secret().selectionEnd]).toEqual([0, secret().value.length]);
});

it('a secret that was just saved stays shown while the page refreshes itself', () => {
  const server = serve({ [`POST ${formAddress('hide-secret')}`]: json({}) });
  const { rerender } = render(<NewSecret webhookId={7} value="whsec_new" />);
  expect(secret()).toHaveValue('whsec_new');
  rerender(<NewSecret webhookId={7} value={null} />);
  expect(secret()).toHaveValue('whsec_new');
  expect(server.routes()).toEqual([`POST ${formAddress('hide-secret')}`]);
  expect(server.sent()).not.toContain('whsec_new');
});

it('who has kept a secret has it hidden', async () => {
  serve({ [`POST ${formAddress('hide-secret')}`]: json({}) });
  const sent = watchForms();
  render(<NewSecret webhookId={7} value="whsec_new" />);
  await press(webhookSecretMessages.kept);
  expect(sent).toEqual([{ action: formAddress('hide-secret'), method: 'post', fields: { webhookId: '7' } }]);
});

it('without a new secret nothing is shown and nothing is asked', () => {
  const server = serve({});
  const { container } = render(<NewSecret webhookId={7} value={null} />);
  expect(container).toBeEmptyDOMElement();
  expect(server.requests).toEqual([]);
});

it('without a webhook the page explains webhooks and signatures', () => {
  render(<WebhookList webhooks={[]} draft={null} />);
  expect(screen.getByRole('heading', { name: messages.emptyTitle })).toBeVisible();
  expect(screen.getByText(messages.verifyTitle).closest('details')).toHaveAttribute('open');
  expect(screen.getByRole('button', { name: messages.create })).toBeVisible();
});

it('webhooks are listed with their address, events and whether anything is sent', () => {
  render(<WebhookList webhooks={[webhook(), webhook({ id: 8, isActive: false })]} draft={null} />);
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
  render(<WebhookList webhooks={[webhook({ isActive: false, isGone: true, latest })]} draft={null} />);
  expect(screen.getByRole('listitem')).toHaveTextContent(messages.goneReason);
  expect(screen.getByRole('listitem')).toHaveTextContent(`${messages.latest} ${messages.statuses.cancelled}`);
});

it.each(RECIPES)('the program in $language that verifies requests is copied as it stands', async ({ language, code }) => {
  render(<WebhookList webhooks={[]} draft={null} />);
  await press(messages.copyRecipe(language));
  expect(await navigator.clipboard.readText()).toBe(code);
});
