import { render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { commonMessages } from '#components/messages/common';
import { startUser, watchNavigation } from '#components/testing/fake-browser';
import { json, serve } from '#components/testing/fake-server';
import { LanguageForm } from './language-form';

const form = <LanguageForm languages={['en', 'de']} path={null} />;
const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: commonMessages.language.label });

/** The form as the server has rendered it, before React came. */
function renderFirst(): HTMLElement {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(form);
  return container;
}

it.each(['de', ''])('a language that is chosen is sent, and the page loaded again: “%s”', async (language) => {
  const server = serve({ 'POST /language': json({}) });
  const visited = watchNavigation();
  render(form);
  await startUser().selectOptions(select(), language);
  await waitFor(() => expect(visited).toEqual(['reload']));
  expect(server.requests.map(({ body }) => body)).toEqual([`language=${language}`]);
});

it.each(['de', ''])('a language that was chosen before React came is sent: “%s”', async (language) => {
  const server = serve({ 'POST /language': json({}) });
  const visited = watchNavigation();
  const container = renderFirst();
  select().value = language;
  render(form, { container, hydrate: true });
  await waitFor(() => expect(visited).toEqual(['reload']));
  expect(server.requests.map(({ body }) => body)).toEqual([`language=${language}`]);
  container.remove();
});

it('a page on which nobody has chosen a language sends nothing', () => {
  const server = serve({});
  const container = renderFirst();
  render(form, { container, hydrate: true });
  expect(select()).toHaveValue('en');
  expect(server.routes()).toEqual([]);
  container.remove();
});
