import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TextField } from './field';

it.each([
  ['password', 'ltr'],
  ['url', 'ltr'],
  ['text', 'auto'],
  ['number', null],
])('a field of type %s has the direction %s', (type, direction) => {
  const { container } = render(<TextField id="field" label="Field" type={type} />);
  expect(container.querySelector('input')?.getAttribute('dir') ?? null).toBe(direction);
});

it('a field may name its direction', () => {
  render(<TextField id="field" label="Field" dir="ltr" />);
  expect(screen.getByLabelText('Field')).toHaveAttribute('dir', 'ltr');
});
