import type { ViewProblem } from '../model/view.problems';

/** A text that can't be had. */
export class ReadError extends Error {
  override readonly name = 'ReadError';
  constructor(readonly problem: ViewProblem) {
    super(problem);
  }
}
