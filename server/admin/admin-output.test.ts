import { expect, it } from 'vitest';
import { progressLines } from './admin-output';

function recorded(isTTY: boolean) {
  const written: string[] = [];
  let now = 0;
  const write = (text: string) => {
    written.push(text);
    return true;
  };
  const progress = progressLines('rows moved', { stderr: { write, isTTY } as never, clock: () => now });
  return { written, progress, pass: (ms: number) => (now += ms) };
}

it('progress in a file is a whole line every five seconds', () => {
  const { written, progress, pass } = recorded(false);
  for (let count = 200; count <= 2_400; count += 200) {
    pass(1_000);
    progress.show(count);
  }
  progress.end();
  expect(written).toEqual(['1000 rows moved\n', '2000 rows moved\n']);
});

it('progress on a terminal is one line that is redrawn', () => {
  const { written, progress, pass } = recorded(true);
  for (const count of [200, 400]) {
    pass(100);
    progress.show(count);
  }
  progress.end();
  expect(written).toEqual(['\r200 rows moved', '\r400 rows moved', '\n']);
});
