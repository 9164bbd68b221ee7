/** Something only the operator can mend. The message says what, in words for them; it holds no secret and needs no stack. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}
