/** A description as it stands in the OpenAPI document: what is between backticks is code. */
export function Prose({ text }: { text: string }) {
  const parts = text.split('`').map((part, at) => ({ part, at, isCode: at % 2 === 1 }));
  return parts.map(({ part, at, isCode }) => (isCode ? <code key={at}>{part}</code> : part));
}
