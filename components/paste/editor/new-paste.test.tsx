import { render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { editorMessages as messages } from '#components/messages/editor';
import { forgetPageData } from '#components/shell/page-data';
import { serveFetch } from '#components/testing/fetch';
import { NewPaste } from './editor';
import { OFFERED } from './testing/offered';
import { installSealWorker } from './testing/seal-worker';

afterEach(forgetPageData);

it.each([
  ['a closed host', false, 1],
  ['an open host', true, 0],
])('%s says before somebody writes whether an account is needed', async (_host, mayCreate, said) => {
  installSealWorker();
  const site = { name: 'Acme', logo: null, colours: null, notice: null, links: [] };
  serveFetch(() => Response.json({ site, expiries: OFFERED, userName: null, mayCreate }));
  render(<NewPaste />);
  await screen.findByText(messages.expiresOn(''), { exact: false });
  const ways = screen.queryAllByRole('link', { name: messages.signInFirst });
  expect(ways.map((way) => way.getAttribute('href'))).toEqual(Array(said).fill('/account?returnTo=/'));
});
