import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { reportMessages as messages } from '#components/messages/report';
import { MAX_REPORT_TEXT_LENGTH, REPORT_REASONS } from '#lib/reports/report.rules';
import { ReportPage } from './report-page';

const PUBLIC_ID = 'yTFk30gcJuVvqs9M2GbEeXnA';
const show = (isEncrypted = false) => render(<ReportPage publicId={PUBLIC_ID} isEncrypted={isEncrypted} />);

it('the form is sent by the browser itself, with the paste’s id', () => {
  const { container } = show();
  const form = container.querySelector('form');
  expect([form?.getAttribute('method'), form?.getAttribute('action')]).toEqual(['post', '/account/actions/report']);
  expect(new FormData(form ?? undefined).get('publicId')).toBe(PUBLIC_ID);
});

it('a reason has to be chosen, from all that there are', () => {
  show();
  const group = screen.getByRole('group', { name: messages.reason });
  const radios = screen.getAllByRole<HTMLInputElement>('radio');
  expect(radios.map(({ value }) => value)).toEqual([...REPORT_REASONS]);
  for (const radio of radios) {
    expect(group).toContainElement(radio);
    expect(radio).toBeRequired();
    expect(radio).not.toBeChecked();
  }
});

it('the browser takes no more text than the server', () => {
  show();
  expect(screen.getByLabelText(new RegExp(messages.text))).toHaveAttribute('maxlength', String(MAX_REPORT_TEXT_LENGTH));
});

it('the whole link is asked for where nobody could judge the paste without it', () => {
  show(true);
  expect(screen.getByLabelText(new RegExp(messages.wholeLink))).toHaveAccessibleDescription(messages.wholeLinkHint);
});

it('the link of a paste that the server can read is not asked for', () => {
  show();
  expect(screen.queryByLabelText(new RegExp(messages.wholeLink))).not.toBeInTheDocument();
});
