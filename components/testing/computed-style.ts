/**
 * Caches computed styles. Testing Library asks whether each element and its ancestors are displayed, and jsdom then matches
 * a hundred default rules: a quarter of these tests' time. CodeMirror's style sheet is the only one loaded here, so
 * elements outside an editor with the same name and attributes have the same style.
 */
const DECISIVE = ['hidden', 'open', 'popover', 'type', 'dir'];

const original = window.getComputedStyle.bind(window);
const known = new Map<string, CSSStyleDeclaration>();

function isStyled(element: Element | null): boolean {
  return element !== null && (element.hasAttribute('style') || element.classList.contains('cm-editor') || isStyled(element.parentElement));
}

/** Whether a sheet is CodeMirror's, whose rules all begin with an editor's class. A worker's test files share a document with it. */
const isOfEditors = ({ ownerNode }: StyleSheet) => ownerNode?.textContent?.startsWith('.ͼ') === true;

function getComputedStyle(element: Element, pseudoElement?: string | null): CSSStyleDeclaration {
  if (pseudoElement || ![...document.styleSheets].every(isOfEditors) || isStyled(element)) return original(element, pseudoElement);
  const key = JSON.stringify([element.localName, ...DECISIVE.map((name) => element.getAttribute(name))]);
  const style = known.get(key) ?? original(element);
  known.set(key, style);
  return style;
}

for (const owner of [window, document.defaultView]) if (owner) owner.getComputedStyle = getComputedStyle;
