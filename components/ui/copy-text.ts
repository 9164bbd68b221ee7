/**
 * Copies what stands in a field. Without HTTPS browsers have no clipboard for programs: the selection's does it there.
 * @returns whether it was copied; if not, the text is selected
 */
export async function copyText(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand('copy');
  }
}
