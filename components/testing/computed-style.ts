/**
 * Testing Library asks of each element, and of all around it, whether it is displayed; jsdom asks each of its hundred
 * default rules again for each element: a quarter of these tests' time. No style sheet is loaded here but CodeMirror's,
 * so elements of the same name and attributes outside an editor look the same, and one of them is asked.
 */
const DECISIVE = ['hidden', 'open', 'popover', 'type', 'dir'];

const original = window.getComputedStyle.bind(window);
const known = new Map<string, CSSStyleDeclaration>();

function isStyled(element: Element | null): boolean {
  return element !== null && (element.hasAttribute('style') || element.classList.contains('cm-editor') || isStyled(element.parentElement));
}

/** Each rule of CodeMirror's begins with a class of an editor. Its sheet stays in the page that the files of a worker share. */
const isOfEditors = ({ ownerNode }: StyleSheet) => ownerNode?.textContent?.startsWith('.ͼ') === true;

function getComputedStyle(element: Element, pseudoElement?: string | null): CSSStyleDeclaration {
  if (pseudoElement || ![...document.styleSheets].every(isOfEditors) || isStyled(element)) return original(element, pseudoElement);
  const key = JSON.stringify([element.localName, ...DECISIVE.map((name) => element.getAttribute(name))]);
  const style = known.get(key) ?? original(element);
  known.set(key, style);
  return style;
}

for (const owner of [window, document.defaultView]) if (owner) owner.getComputedStyle = getComputedStyle;
