import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { errorPageMessages } from '#components/messages/error-page';
import GlobalErrorPage from './global-error';

it('the global error page shows our title and the number of the error in the log', () => {
  const page = renderToStaticMarkup(<GlobalErrorPage error={Object.assign(new Error('x'), { digest: '4711' })} reset={() => undefined} />);
  expect(page).toMatch(/^<html lang="en">/);
  expect(page).toContain(`<title>${errorPageMessages.serverErrorTitle}</title>`);
  expect(page).toContain(`>${errorPageMessages.serverErrorTitle}</h`);
  expect(page).toContain('4711');
});
