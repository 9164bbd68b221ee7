import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { commonMessages } from '#components/messages/common';
import GlobalErrorPage from './global-error';

it('a page whose frame failed says so in its title and in our words, with the number that is in the log', () => {
  const page = renderToStaticMarkup(<GlobalErrorPage error={Object.assign(new Error('x'), { digest: '4711' })} reset={() => undefined} />);
  expect(page).toMatch(/^<html lang="en">/);
  expect(page).toContain(`<title>${commonMessages.errors.serverErrorTitle}</title>`);
  expect(page).toContain(`>${commonMessages.errors.serverErrorTitle}</h`);
  expect(page).toContain('4711');
});
