import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { cliDocsMessages as messages } from '#components/messages/cli-docs';
import { CliDocs } from './cli-docs';

it('CLI commands name this host, and the check has the SHA-256 of the file', () => {
  const { container } = render(<CliDocs baseUrl="https://paste.example" sha256={'ab'.repeat(32)} bytes={78_911} />);
  const code = [...container.querySelectorAll('code')].map(({ textContent }) => textContent).join('\n');
  expect(code.match(/https?:\/\/[^\s/']+/g)).toEqual(Array(6).fill('https://paste.example'));
  expect(code).toContain('curl -fsSLO https://paste.example/cli/sealpaste.mjs');
  expect(code).toContain(`echo '${'ab'.repeat(32)}  sealpaste.mjs' | sha256sum -c`);
  expect(code).toContain(`(Get-FileHash sealpaste.mjs).Hash -eq '${'ab'.repeat(32)}'`);
  expect(screen.getByText(messages.get('79'))).toBeTruthy();
  expect(screen.getByRole('button', { name: messages.copyOf(messages.check) })).toBeTruthy();
});
