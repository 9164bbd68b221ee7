/** Wraps each text as Chrome's translator does: in two elements that take its place, outside of what says `translate="no"`. */
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
    inner.append(text);
  }
}
