import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { commonMessages } from '#components/messages/common';
import GlobalErrorPage from './global-error';

it('the global error page shows our title and the number of the error in the log', () => {
  const page = renderToStaticMarkup(<GlobalErrorPage error={Object.assign(new Error('x'), { digest: '4711' })} reset={() => undefined} />);
  expect(page).toMatch(/^<html lang="en">/);
  expect(page).toContain(`<title>${commonMessages.errors.serverErrorTitle}</title>`);
  expect(page).toContain(`>${commonMessages.errors.serverErrorTitle}</h`);
  expect(page).toContain('4711');
});
