/** UTF-16 units of a label that a link may suggest: more than a request takes, so that the form says when it is too long. */
const MAX_SUGGESTED_UNITS = 1_000;

/** The label that a link `/requests#label=…`, as the chat commands make it, suggests for a new request. @returns null for any other */
export function suggestedLabel(hash: string): string | null {
  if (!hash.startsWith('#label=')) return null;
  const label = new URLSearchParams(hash.slice(1).replaceAll('+', '%2B')).get('label') ?? '';
  return label
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, MAX_SUGGESTED_UNITS)
    .trim();
}
