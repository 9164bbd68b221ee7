/** The few assertions that `cases.ts` needs, so that it runs where there is no test runner. */
import { EnvelopeError, type EnvelopeProblem } from '../envelope/envelope.errors';

export function assert(condition: boolean, claim: string): asserts condition {
  if (!condition) throw new Error(`not so: ${claim}`);
}

export function assertEqual(actual: unknown, expected: unknown, claim: string): void {
  const [actualJson, expectedJson] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (actualJson !== expectedJson) throw new Error(`${claim}: expected ${shorten(expectedJson)}, got ${shorten(actualJson)}`);
}

/** Returns the problem with which work is refused. It throws when the work succeeds or throws anything but an EnvelopeError. */
export async function problemOf(work: () => unknown, claim: string): Promise<EnvelopeProblem> {
  try {
    await work();
  } catch (error) {
    if (error instanceof EnvelopeError) return error.problem;
    throw new Error(`${claim}: expected an EnvelopeError, got ${error}`, { cause: error });
  }
  throw new Error(`${claim}: expected an EnvelopeError, got success`);
}

export async function assertProblem(work: () => unknown, expected: EnvelopeProblem, claim: string): Promise<void> {
  assertEqual(await problemOf(work, claim), expected, claim);
}

function shorten(json: string | undefined): string {
  const text = json ?? 'undefined';
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text;
}
