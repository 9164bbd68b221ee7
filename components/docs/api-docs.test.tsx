/** The page about the API: each operation with its fields, responses and command. */

import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { apiDocsMessages as messages } from '#components/messages/api-docs';
import { linkMessages } from '#components/messages/link';
import { startUser, withoutClipboard } from '#components/testing/fake-browser';
import { ApiDocs } from './api-docs';
import type { ShownField, ShownOperation } from './api-docs-data';
import { PLACEHOLDERS } from './request';

const BASE_URL = 'https://paste.example';

const field = (fields: Partial<ShownField>): ShownField => ({
  name: 'limit',
  place: 'query',
  type: 'integer',
  isRequired: false,
  description: 'How many.',
  example: '20',
  ...fields,
});

const create: ShownOperation = {
  id: 'createPaste',
  method: 'POST',
  path: '/api/v1/pastes',
  summary: 'Create a paste',
  description: 'Stores `content`.',
  needsKey: false,
  needsSession: false,
  parameters: [],
  body: {
    type: 'application/json',
    fields: [field({ name: 'content', place: 'body', type: 'string', isRequired: true })],
    example: '{"content": "hello"}',
  },
  responses: [
    { status: '201', description: 'Created.' },
    { status: '429', description: 'Too many.' },
    { status: '500', description: 'Broken.' },
  ],
};

const list: ShownOperation = {
  ...create,
  id: 'listPastes',
  method: 'GET',
  path: '/api/v1/users/{name}/pastes',
  summary: 'List pastes',
  needsKey: true,
  parameters: [
    field({ name: 'name', place: 'path', isRequired: true, example: 'anna' }),
    field({}),
    field({ name: 'X-Trace', place: 'header' }),
  ],
  body: null,
  responses: [
    { status: '200', description: 'The list.' },
    { status: '429', description: 'Too many.' },
    { status: '500', description: 'Broken.' },
  ],
};

const show = (operations: readonly ShownOperation[], limits = { anonymous: 5, authenticated: 60 }) =>
  render(<ApiDocs operations={operations} baseUrl={BASE_URL} limits={limits} />);
/** The parameters of an operation on one paste. */
const OF_PASTE = [
  field({ name: 'publicId', place: 'path', isRequired: true, example: PLACEHOLDERS.publicId }),
  field({ name: 'X-Service-Manage-Token', place: 'header', example: '' }),
];

it('every operation is described, and found from the contents', () => {
  show([create, list]);
  for (const { id, summary } of [create, list]) {
    expect(screen.getByRole('region', { name: summary })).toBeVisible();
    const contents = within(screen.getByRole('navigation', { name: messages.operations }));
    expect(contents.getByRole('link', { name: summary })).toHaveAttribute('href', `#${id}`);
  }
});

it('responses of every operation are listed once, the others with their operation', () => {
  show([create, list]);
  expect(screen.getAllByText('500')).toHaveLength(1);
  expect(within(screen.getByRole('region', { name: create.summary })).getByText('201')).toBeVisible();
  expect(within(screen.getByRole('region', { name: messages.errorsTitle })).getByText('500')).toBeVisible();
});

it.each([
  [{ anonymous: 5, authenticated: 60 }, messages.limits({ anonymous: '5 requests', authenticated: '60 requests' })],
  [{ anonymous: 1, authenticated: 0 }, messages.limits({ anonymous: '1 request', authenticated: 'any number of requests' })],
])('the limits are said as they are set: %o', (limits, sentence) => {
  show([create], limits);
  expect(screen.getByText(sentence)).toBeVisible();
});

it('fields say their type, their place and whether they are required', () => {
  show([list]);
  const section = within(screen.getByRole('region', { name: list.summary }));
  const terms = section.getAllByRole('term').map(({ textContent }) => textContent);
  expect(terms).toEqual([
    `nameinteger, ${messages.places.path}, ${messages.required}`,
    `limitinteger, ${messages.places.query}`,
    `X-Traceinteger, ${messages.places.header}`,
  ]);
  expect(section.getByText(messages.keyNeeded)).toBeVisible();
});

it('commands have this server’s own address, and are copied by their button', async () => {
  show([create]);
  await startUser().click(screen.getByRole('button', { name: messages.copyOf(messages.startRead) }));
  expect(await navigator.clipboard.readText()).toBe(`curl -s ${BASE_URL}/raw/${PLACEHOLDERS.publicId}`);
  expect(screen.getByText(linkMessages.copied)).toBeInTheDocument();
});

it('a command that can’t be copied is selected, with a hint', async () => {
  show([create]);
  const user = startUser();
  withoutClipboard(false);
  await user.click(screen.getByRole('button', { name: messages.copyOf(messages.startRead) }));
  expect(await screen.findByText(linkMessages.copyFailed)).toBeVisible();
  expect(getSelection()?.toString()).toBe(`curl -s ${BASE_URL}/raw/${PLACEHOLDERS.publicId}`);
});

it('an error with another meaning in one operation is listed with it', () => {
  show([create, list, { ...create, id: 'ready', summary: 'Ready', responses: [{ status: '500', description: 'Not ready.' }] }]);
  within(screen.getByRole('region', { name: 'Ready' })).getByText('Not ready.');
  expect(screen.getAllByText('Broken.')).toHaveLength(1);
});

it('a command that changes a paste has a place for a credential', () => {
  show(
    ['GET', 'DELETE', 'PATCH'].map((method) => ({
      ...create,
      id: method,
      summary: method,
      method,
      path: '/{publicId}',
      parameters: OF_PASTE,
      body: null,
    })),
  );
  const command = (name: string) => within(screen.getByRole('region', { name })).getByText(/^curl/);
  const token = `X-Service-Manage-Token: ${PLACEHOLDERS.manageToken}`;
  for (const method of ['DELETE', 'PATCH']) expect(command(method)).toHaveTextContent(token);
  expect(command('GET')).not.toHaveTextContent(token);
});
