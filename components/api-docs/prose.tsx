/** Renders a description from the OpenAPI document, with text between backticks as code. */
export function Prose({ text }: { text: string }) {
  const parts = text.split('`').map((part, at) => ({ part, at, isCode: at % 2 === 1 }));
  return parts.map(({ part, at, isCode }) => (isCode ? <code key={at}>{part}</code> : part));
}
