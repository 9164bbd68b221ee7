import { EditorView } from '@codemirror/view';
import { expect, it, vi } from 'vitest';
import { inSlices } from '#components/paste/view/model/view-text';
import { startEditor } from './text-view';

/** Runs the frames that wait, and those that they ask for. */
function framesOf() {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run));
  return () => {
    for (let run = frames.shift(); run; run = frames.shift()) run(0);
  };
}

const match = (offset: number) => ({ matches: { offsets: [offset, offset + 1], isMore: false }, current: 0 });
const text = inSlices('a line of the text\n'.repeat(100_000));
const LATE = 1_800_000;

it('a match whose part of the text hasn’t arrived is shown when it has', () => {
  const run = framesOf();
  const reveal = vi.spyOn(EditorView, 'scrollIntoView');
  const editor = startEditor(document.body, () => undefined);
  editor.show(text, true);
  editor.showMatches(match(LATE));
  expect(reveal).not.toHaveBeenCalled();
  run();
  expect(reveal).toHaveBeenCalledExactlyOnceWith(LATE, { y: 'center', x: 'center' });
  editor.close();
});

it('a match that is sought no more is not shown when its part arrives', () => {
  const run = framesOf();
  const reveal = vi.spyOn(EditorView, 'scrollIntoView');
  const editor = startEditor(document.body, () => undefined);
  editor.show(text, true);
  editor.showMatches(match(LATE));
  editor.showMatches(null);
  run();
  expect(reveal).not.toHaveBeenCalled();
  editor.close();
});
