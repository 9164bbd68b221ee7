/** The page about the API: which responses it describes once for all operations. */
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { apiDocsMessages as messages } from '#components/messages/api-docs';
import { rememberPaste } from '#components/paste/local/local-pastes-store';
import { ApiDocs } from './api-docs';
import type { ShownField, ShownOperation } from './api-docs-data';
import { PLACEHOLDERS } from './request';

const COMMON = [
  { status: '429', description: 'Too many.' },
  { status: '503', description: 'Not now.' },
];

function operation(id: string, responses: ShownOperation['responses']): ShownOperation {
  return { id, method: 'GET', path: `/${id}`, summary: id, description: id, needsKey: false, parameters: [], body: null, responses };
}

function field(name: string, place: ShownField['place'], example = ''): ShownField {
  return { name, place, isRequired: place === 'path', type: 'string', description: '', example };
}

const operations = [
  operation('list', [{ status: '200', description: 'The list.' }, ...COMMON]),
  operation('read', [{ status: '200', description: 'The thing.' }, ...COMMON]),
  operation('ready', [
    { status: '200', description: 'Ready.' },
    { status: '503', description: 'Not ready.' },
  ]),
];

describe('the page about the API', () => {
  it('the API page lists shared errors once and other errors with their operation', () => {
    render(<ApiDocs operations={operations} baseUrl="https://paste.example" limits={{ anonymous: 5, authenticated: 60 }} />);
    const section = (name: string) => within(screen.getByRole('region', { name }));
    for (const { description } of COMMON) {
      expect(screen.getAllByText(description)).toHaveLength(1);
      section(messages.errorsTitle).getByText(description);
    }
    section('read').getByText('The thing.');
    section('ready').getByText('Not ready.');
  });

  it('a command that changes a paste has a place for a credential', () => {
    const parameters = [field('publicId', 'path', PLACEHOLDERS.publicId), field('X-Service-Manage-Token', 'header')];
    const of = (method: string) => ({ ...operation(method, []), method, path: '/{publicId}', parameters });
    render(
      <ApiDocs
        operations={['GET', 'DELETE', 'PATCH'].map(of)}
        baseUrl="https://paste.example"
        limits={{ anonymous: 5, authenticated: 60 }}
      />,
    );
    const command = (name: string) => within(screen.getByRole('region', { name })).getByText(/^curl/);
    const token = `X-Service-Manage-Token: ${PLACEHOLDERS.manageToken}`;
    for (const method of ['DELETE', 'PATCH']) expect(command(method)).toHaveTextContent(token);
    expect(command('GET')).not.toHaveTextContent(token);
  });

  it('API commands contain the last paste and the typed key, but no shell syntax', async () => {
    const publicId = 'Q'.repeat(24);
    const manageToken = 'm'.repeat(32);
    const local = { publicId, manageToken, isE2ee: true, burnAfterRead: false, maxReads: null, expiresAt: null, ended: null };
    rememberPaste({ ...local, createdAt: new Date().toISOString() });
    const parameters = [field('publicId', 'path', PLACEHOLDERS.publicId), field('X-Service-Manage-Token', 'header')];
    const remove = { ...operation('remove', []), method: 'DELETE', path: '/{publicId}', parameters };
    render(<ApiDocs operations={[remove]} baseUrl="https://paste.example" limits={{ anonymous: 5, authenticated: 60 }} />);
    const command = () => within(screen.getByRole('region', { name: 'remove' })).getByText(/^curl/).textContent;
    const filled = (header: string) => `curl -s -X DELETE https://paste.example/${publicId} \\\n  -H '${header}'`;
    await waitFor(() => expect(command()).toBe(filled(`X-Service-Manage-Token: ${manageToken}`)));
    const key = screen.getByLabelText(messages.fillIn.apiKey);
    await userEvent.type(key, "sp_a' ; rm -rf ~");
    expect(command()).toBe(filled(`X-Service-Manage-Token: ${manageToken}`));
    await userEvent.clear(key);
    await userEvent.type(key, 'sp_abc_def');
    expect(command()).toBe(filled(`X-Api-Key: sp_abc_def' \\\n  -H 'X-Service-Manage-Token: ${manageToken}`));
    expect(within(screen.getByRole('region', { name: messages.keysTitle })).getByText(/^curl/)).toHaveTextContent('X-Api-Key: sp_abc_def');
    expect(within(screen.getByRole('region', { name: messages.startTitle })).getByText(/^curl -s \S+\/raw\//)).toHaveTextContent(publicId);
  });
});
