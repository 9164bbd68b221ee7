/**
 * Copies a text. Without HTTPS browsers have no clipboard API: there the copy command copies the selection.
 * @param shown the element that shows the text
 * @returns whether it was copied; if not, the text is selected
 */
export async function copyText(text: string, shown: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (shown) select(shown);
    return document.execCommand('copy');
  }
}

function select(shown: HTMLElement): void {
  if (shown instanceof HTMLInputElement) {
    shown.focus();
    shown.select();
  } else {
    window.getSelection()?.selectAllChildren(shown);
  }
}
