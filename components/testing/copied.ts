import { expect } from 'vitest';

/** @returns what a copy of the selection puts into the clipboard; null: the browser decides */
export function copied(): string | null {
  let data: string | null = null;
  const event = new Event('copy', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'clipboardData', { value: { setData: (_: string, text: string) => (data = text) } });
  document.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(data !== null);
  return data;
}
