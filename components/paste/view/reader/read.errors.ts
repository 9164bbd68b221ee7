import type { ViewProblem } from '../model/view-problems';

export class ReadError extends Error {
  override readonly name = 'ReadError';
  constructor(readonly problem: ViewProblem) {
    super(problem);
  }
}
