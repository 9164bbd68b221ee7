import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startUser } from '#components/testing/fake-browser';
import { PasteIdInput } from './paste-id-input';

const ID = 'yTFk30gcJuVvqs9M2GbEeXnA';
const KEY = 'k'.repeat(43);

async function paste(text: string, defaultValue = ''): Promise<HTMLInputElement> {
  render(<PasteIdInput aria-label="Paste" defaultValue={defaultValue} />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Paste' });
  const user = startUser();
  await user.click(field);
  await user.paste(text);
  return field;
}

it.each([
  `https://paste.example/view/${ID}#${KEY}`,
  ` https://paste.example/below/view/${ID}?raw#${KEY}&L10 `,
  `https://paste.example/manage/${ID}#${KEY}`,
  `/raw/${ID}`,
  `${ID}#${KEY}`,
  `https://paste.example/${ID}.ts`,
])('a field for an id keeps no more than the id of %s', async (link) => {
  const field = await paste(link);
  expect(field).toHaveValue(ID);
  expect(field).toBeValid();
});

it.each([ID, 'nginx.conf', 'issue #12', 'a/b #3', '192.0.2.0/24', 'https://paste.example/view/tooShort'])(
  'a field for an id leaves %j as it is',
  async (text) => {
    const field = await paste(text);
    expect(field).toHaveValue(text);
    expect(field).toBeValid();
  },
);

it('a form with a key is not sent by a browser whose script has not run', () => {
  render(<PasteIdInput aria-label="Paste" />);
  const field = screen.getByRole<HTMLInputElement>('textbox');
  field.value = `https://paste.example/view/${ID}#${KEY}`;
  expect(field).toBeInvalid();
});
