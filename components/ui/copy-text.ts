/**
 * Copies a text. Without HTTPS browsers have no clipboard API: there the copy command copies the selection.
 * @param shown the element that shows all of the text; null: none does
 * @returns whether it was copied; if not, the text is selected where it is shown
 */
export async function copyText(text: string, shown: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return shown ? copyFrom(shown) : copyFromField(text);
  }
}

/**
 * Copies a text that is known later. Browsers let a page copy for a moment after a press only, so it asks at once.
 * @returns whether it was copied; false when there is no text after all
 */
export async function copyLater(text: Promise<string>): Promise<boolean> {
  const blob = text.then((known) => new Blob([known], { type: 'text/plain' }));
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return true;
  } catch {
    return blob.then(
      async () => copyText(await text, null),
      () => false,
    );
  }
}

function copyFrom(shown: HTMLElement): boolean {
  if (shown instanceof HTMLInputElement || shown instanceof HTMLTextAreaElement) {
    shown.focus();
    shown.select();
  } else {
    window.getSelection()?.selectAllChildren(shown);
  }
  return document.execCommand('copy');
}

function copyFromField(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  return isCopied;
}
