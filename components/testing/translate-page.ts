/**
 * Replaces each text as Chrome's translator does: by another text in two elements, outside of what says `translate="no"`.
 * A text that React keeps is in the document no more: nobody sees its change, and nothing can be put before it.
 */
export function translatePage(root: Element = document.body): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
  for (const text of texts) {
    const around = text.parentElement;
    if (!around || text.data.trim() === '' || around.closest('[translate=no], textarea, script, style')) continue;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    text.replaceWith(outer);
    outer.append(inner);
    inner.append(text.data);
  }
}
