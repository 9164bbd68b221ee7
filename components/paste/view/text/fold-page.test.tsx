/** Folding the blocks of a small text on its page. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { foldMessages } from '#components/messages/fold';
import { viewMessages } from '#components/messages/view';
import { runWorkers } from '#components/testing/fake-worker';
import { button, openView } from '#components/testing/open-view';
import { viewedPaste } from '#components/testing/viewed-paste';
import { findMatches } from './find-matches';

const JSON_TEXT = '{\n  "a": [\n    1\n  ],\n  "b": {\n    "c": 2\n  }\n}\n';
const ALL = foldMessages.lines({ first: 2, last: 7 });
const FIRST = foldMessages.line(3);
const SECOND = foldMessages.line(6);

async function open(fragment = '') {
  runWorkers({ colour: () => new Uint32Array(), forms: () => null, search: findMatches });
  const view = openView(viewedPaste({ content: JSON_TEXT, syntax: 'json', contentBytes: JSON_TEXT.length }), fragment);
  await screen.findByRole('button', { name: ALL });
  return view;
}

const folded = () => [...document.querySelectorAll('[data-folded]')].map(({ id }) => id);

it('a block folds and unfolds by its button, which says so', async () => {
  const { user } = await open();
  await user.click(button(FIRST));
  expect(folded()).toEqual(['L3']);
  expect(button(FIRST)).toHaveAttribute('aria-expanded', 'false');
  expect(location.hash).toBe('');
  await user.click(button(ALL));
  expect(folded()).toEqual(['L2', 'L3', 'L4', 'L5', 'L6', 'L7']);
  await user.click(button(ALL));
  expect(folded()).toEqual(['L3']);
});

it('one button is reached by Tab, the others by the arrow keys', async () => {
  const { user } = await open();
  expect([ALL, FIRST, SECOND].map((name) => button(name).tabIndex)).toEqual([0, -1, -1]);
  button(ALL).focus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(button(SECOND)).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(folded()).toEqual(['L6']);
});

it('the key f folds the outer blocks, and unfolds all', async () => {
  const { user } = await open();
  await user.keyboard('f');
  expect(folded()).toEqual(['L3', 'L6']);
  await user.keyboard('f');
  expect(folded()).toEqual([]);
});

it('a match in a folded block unfolds it', async () => {
  const { user } = await open();
  await user.click(button(ALL));
  await user.click(button(viewMessages.search));
  await user.type(screen.getByLabelText(viewMessages.searching.label), 'c');
  await waitFor(() => expect(folded()).toEqual([]));
});

it.each(['the text', 'what stands before it, too'])('a copy of %s has the folded lines', async (selected) => {
  const { user } = await open();
  await user.click(button(ALL));
  const code = document.querySelector('code') as Element;
  if (selected === 'the text') getSelection()?.selectAllChildren(code);
  else getSelection()?.setBaseAndExtent(screen.getByRole('heading', { level: 1 }), 0, code, code.childNodes.length);
  const copied: Record<string, string> = {};
  fireEvent.copy(document, { clipboardData: { setData: (type: string, text: string) => Object.assign(copied, { [type]: text }) } });
  if (selected === 'the text') expect(copied).toEqual({ 'text/plain': JSON_TEXT });
  expect(copied['text/plain']?.endsWith(JSON_TEXT)).toBe(true);
});
