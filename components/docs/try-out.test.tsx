/** Trying an operation from its page, and reading about it. */

import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { apiDocsMessages as messages } from '#components/messages/api-docs';
import { linkMessages } from '#components/messages/link';
import { startUser, withoutClipboard } from '#components/testing/fake-browser';
import { held, json, serve, status, unreachable } from '#components/testing/fake-server';
import { ApiDocs } from './api-docs';
import type { ShownField, ShownOperation } from './api-docs-data';
import { PLACEHOLDERS } from './request';
import { MAX_SHOWN_CHARACTERS, TryOut } from './try-out';

const BASE_URL = 'https://paste.example';
const KEY = 'sp_secret';

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

const CREATE = 'POST /api/v1/pastes';

const show = (initialId: string | null = null) => render(<TryOut operations={[create, list]} initialId={initialId} baseUrl={BASE_URL} />);
const send = () => startUser().click(screen.getByRole('button', { name: messages.send }));
const response = async () => within(await screen.findByRole('region', { name: messages.response }));

it('an operation is sent with its example, and the response is shown whole', async () => {
  const server = serve({
    [CREATE]: () => Response.json({ publicId: 'x' }, { status: 201, statusText: 'Created', headers: { 'X-Trace': '7' } }),
  });
  show();
  await send();
  expect((await response()).getByText('201 Created')).toBeVisible();
  expect((await response()).getByText(/"publicId": "x"/)).toBeVisible();
  expect((await response()).getByText(/x-trace: 7/)).toBeVisible();
  expect(screen.getByText(messages.responded(201))).toBeInTheDocument();
  expect(server.requests.map(({ body, headers }) => [body, headers.get('Content-Type')])).toEqual([
    ['{"content": "hello"}', 'application/json'],
  ]);
});

it('a body that is not JSON is refused and not sent', async () => {
  const server = serve({});
  show();
  fireEvent.change(screen.getByLabelText(messages.body), { target: { value: '{"content": ' } });
  await send();
  expect(screen.getByRole('alert')).toHaveTextContent(messages.badJson);
  expect(server.requests).toEqual([]);
});

it('an error of the API is shown as it is', async () => {
  serve({ [CREATE]: () => Response.json({ error: 'Unauthorized', code: 'unauthorized' }, { status: 401, statusText: 'Unauthorized' }) });
  show();
  await send();
  expect((await response()).getByText('401 Unauthorized')).toBeVisible();
  expect((await response()).getByText(/"error": "Unauthorized"/)).toBeVisible();
});

it('a server that does not respond is reported, and the fields keep their values', async () => {
  serve({ [CREATE]: unreachable });
  show();
  await send();
  expect(await screen.findByRole('alert')).toHaveTextContent(messages.unreachable);
  expect(screen.getByLabelText(messages.body)).toHaveValue('{"content": "hello"}');
});

it('an empty response says so, and a response that is not JSON is shown unchanged', async () => {
  serve({ [CREATE]: [() => new Response(null, { status: 204 }), () => new Response('<b>plain</b>')] });
  show();
  await send();
  expect((await response()).getByText(messages.noBody)).toBeVisible();
  await send();
  expect(await screen.findByText('<b>plain</b>')).toBeVisible();
});

it('of a long response the page shows the beginning and its length', async () => {
  serve({ [CREATE]: () => new Response('x'.repeat(MAX_SHOWN_CHARACTERS + 1)) });
  show();
  await send();
  expect((await response()).getByText('x'.repeat(MAX_SHOWN_CHARACTERS))).toBeVisible();
  expect((await response()).getByText(/^This is the beginning/)).toBeVisible();
});

it('during a request the button says so and ignores a second press', async () => {
  const waiting = held(json({}));
  const server = serve({ [CREATE]: waiting.handler });
  show();
  await send();
  const button = screen.getByRole('button', { name: messages.sending });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await startUser().click(button);
  waiting.release();
  await response();
  expect(server.requests).toHaveLength(1);
});

it('parameters go where they belong, and those left empty are left out', async () => {
  const server = serve({ 'GET /api/v1/users/a%2Fb/pastes?limit=5': json([]) });
  show('listPastes');
  const user = startUser();
  await user.clear(screen.getByLabelText(/^name/));
  await user.type(screen.getByLabelText(/^name/), 'a/b');
  await user.type(screen.getByLabelText(/^limit/), '5');
  await send();
  await response();
  expect(server.requests[0]?.headers.get('X-Trace')).toBeNull();
});

it('a required parameter is not left out', async () => {
  const server = serve({});
  show('listPastes');
  await startUser().clear(screen.getByLabelText(/^name/));
  await send();
  expect(server.requests).toEqual([]);
});

it('a key is sent, and nowhere on the screen: the command has dots in its place', async () => {
  const server = serve({ [CREATE]: status(200) });
  const { container } = show();
  await startUser().type(screen.getByLabelText(new RegExp(`^${messages.key}`)), KEY);
  expect(screen.getByText(/^curl -s /)).toHaveTextContent('X-Api-Key: sp_…');
  await send();
  await response();
  expect(server.requests[0]?.headers.get('X-Api-Key')).toBe(KEY);
  expect(container).not.toHaveTextContent(KEY);
});

it('without a key the request is sent as any of the page’s own', async () => {
  const server = serve({ [CREATE]: status(200) });
  show();
  await send();
  await response();
  expect(server.requests[0]?.headers.has('X-Api-Key')).toBe(false);
  expect(screen.getByText(/^curl -s /)).not.toHaveTextContent('X-Api-Key');
});

it('another operation brings its own fields, and takes the old response away', async () => {
  serve({ [CREATE]: json({}) });
  show();
  await send();
  await response();
  await startUser().selectOptions(screen.getByLabelText(messages.operation), 'listPastes');
  expect(screen.queryByRole('region', { name: messages.response })).not.toBeInTheDocument();
  expect(screen.queryByLabelText(messages.body)).not.toBeInTheDocument();
  expect(screen.getByLabelText(/^name/)).toHaveValue('anna');
  expect(screen.getByText(`curl -s ${BASE_URL}/api/v1/users/anna/pastes`)).toBeVisible();
});

it('an operation that is not known leaves the first one chosen', () => {
  show('nonsense');
  expect(screen.getByLabelText(messages.operation)).toHaveValue('createPaste');
});

it('every operation is described, with the way to try it', () => {
  render(<ApiDocs operations={[create, list]} baseUrl={BASE_URL} limits={{ anonymous: 5, authenticated: 60 }} />);
  for (const { id, summary } of [create, list]) {
    const section = within(screen.getByRole('region', { name: summary }));
    expect(section.getByRole('link', { name: messages.tryThisOf(summary) })).toHaveAttribute('href', `/docs/api/try?operation=${id}`);
    const contents = within(screen.getByRole('navigation', { name: messages.operations }));
    expect(contents.getByRole('link', { name: summary })).toHaveAttribute('href', `#${id}`);
  }
});

it('responses of every operation are listed once, the others with their operation', () => {
  render(<ApiDocs operations={[create, list]} baseUrl={BASE_URL} limits={{ anonymous: 5, authenticated: 60 }} />);
  expect(screen.getAllByText('500')).toHaveLength(1);
  expect(within(screen.getByRole('region', { name: create.summary })).getByText('201')).toBeVisible();
  expect(within(screen.getByRole('region', { name: messages.errorsTitle })).getByText('500')).toBeVisible();
});

it.each([
  [{ anonymous: 5, authenticated: 60 }, messages.limits({ anonymous: '5 requests', authenticated: '60 requests' })],
  [{ anonymous: 1, authenticated: 0 }, messages.limits({ anonymous: '1 request', authenticated: 'any number of requests' })],
])('the limits are said as they are set: %o', (limits, sentence) => {
  render(<ApiDocs operations={[create]} baseUrl={BASE_URL} limits={limits} />);
  expect(screen.getByText(sentence)).toBeVisible();
});

it('fields say their type, their place and whether they are required', () => {
  render(<ApiDocs operations={[list]} baseUrl={BASE_URL} limits={{ anonymous: 5, authenticated: 60 }} />);
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
  render(<ApiDocs operations={[create]} baseUrl={BASE_URL} limits={{ anonymous: 5, authenticated: 60 }} />);
  await startUser().click(screen.getByRole('button', { name: messages.copyOf(messages.startRead) }));
  expect(await navigator.clipboard.readText()).toBe(`curl -s ${BASE_URL}/raw/${PLACEHOLDERS.publicId}`);
  expect(screen.getByText(linkMessages.copied)).toBeInTheDocument();
});

it('a command that can’t be copied is selected, with a hint', async () => {
  render(<ApiDocs operations={[create]} baseUrl={BASE_URL} limits={{ anonymous: 5, authenticated: 60 }} />);
  const user = startUser();
  withoutClipboard(false);
  await user.click(screen.getByRole('button', { name: messages.copyOf(messages.startRead) }));
  expect(await screen.findByText(linkMessages.copyFailed)).toBeVisible();
  expect(getSelection()?.toString()).toBe(`curl -s ${BASE_URL}/raw/${PLACEHOLDERS.publicId}`);
});
