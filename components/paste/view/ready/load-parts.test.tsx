import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { viewMessages } from '#components/messages/view';
import { viewProblemMessages } from '#components/messages/view-problem';
import { openView, queryButton, shownText } from '#components/testing/open-view';
import { viewedPaste } from '#components/testing/viewed-paste';
import * as loading from './load-parts';

it('a dialog that can’t be loaded is reported, and the text stays', async () => {
  vi.spyOn(loading, 'loadDialogs').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const { user } = openView(viewedPaste({ content: 'the text' }));
  await user.keyboard('?');
  expect(await screen.findByText(viewProblemMessages.offline.text)).toBeVisible();
  expect(await shownText()).toHaveTextContent('the text');
  expect(queryButton(viewMessages.copyText)).toBeVisible();
});
