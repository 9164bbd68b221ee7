import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it } from 'vitest';
import { copied } from '#components/testing/copied';
import { useExactCopy } from './exact-copy';
import { Lines } from './lines';

const STORED = 'a\u00a0b\r\nsecond\u200b line\r\nlast';

function Shown({ text }: { text: string }) {
  const place = useRef<HTMLElement>(null);
  useExactCopy(place, text);
  return (
    <main>
      <h1>Title</h1>
      <pre>
        <code ref={place} data-testid="text">
          <Lines lines={text.split('\n')} language="bash" />
        </code>
      </pre>
    </main>
  );
}

it('all of a text is copied as it is stored', () => {
  render(<Shown text={STORED} />);
  getSelection()?.selectAllChildren(screen.getByTestId('text'));
  expect(copied()).toBe(STORED);
  getSelection()?.selectAllChildren(document.body);
  expect(copied()).toBe(STORED);
});

it('a part of a text is copied as it is stored, within lines as well', () => {
  render(<Shown text={STORED} />);
  const [first, second] = screen.getByTestId('text').children;
  const node = (element: Element | undefined, at: number) => element?.childNodes[at] as ChildNode;
  getSelection()?.setBaseAndExtent(node(first, 0), 1, node(second, 2), 3);
  expect(copied()).toBe('\u00a0b\r\nsecond\u200b li');
});

it('a text whose carriage returns the page has lost is copied with them', () => {
  render(<Shown text={STORED} />);
  const text = screen.getByTestId('text');
  for (const line of text.children) if (line.lastChild) line.lastChild.textContent = line.lastChild.textContent?.replace('\r', '') ?? '';
  getSelection()?.selectAllChildren(text);
  expect(copied()).toBe(STORED);
});

it('a selection that begins outside of the text is copied by the browser', () => {
  render(<Shown text={STORED} />);
  const title = screen.getByRole('heading').firstChild as ChildNode;
  getSelection()?.setBaseAndExtent(title, 0, screen.getByTestId('text').children[1] as Element, 0);
  expect(copied()).toBeNull();
});
