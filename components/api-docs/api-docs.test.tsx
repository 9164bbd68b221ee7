/** The page about the API: which responses stand once for all operations. */
import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { apiDocsMessages as messages } from '#components/messages/api-docs';
import { ApiDocs } from './api-docs';
import type { ShownOperation } from './api-docs.data';

const COMMON = [
  { status: '429', description: 'Too many.' },
  { status: '503', description: 'Not now.' },
];

function operation(id: string, responses: ShownOperation['responses']): ShownOperation {
  return { id, method: 'GET', path: `/${id}`, summary: id, description: id, needsKey: false, parameters: [], body: null, responses };
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
  it('says the errors of all rate-limited operations once, and keeps what a status means elsewhere', () => {
    render(<ApiDocs operations={operations} baseUrl="https://paste.example" limits={{ anonymous: 5, authenticated: 60 }} />);
    const section = (name: string) => within(screen.getByRole('region', { name }));
    for (const { description } of COMMON) {
      expect(screen.getAllByText(description)).toHaveLength(1);
      section(messages.errorsTitle).getByText(description);
    }
    section('read').getByText('The thing.');
    section('ready').getByText('Not ready.');
  });
});
