/**
 * Testing Library asks of each element, and of all around it, whether it is displayed; jsdom asks each of its hundred
 * default rules again for each element: a quarter of these tests' time. No style sheet is loaded here, so elements of
 * the same name and attributes look the same, and one of them is asked.
 */
const DECISIVE = ['hidden', 'open', 'popover', 'type', 'dir'];

const original = window.getComputedStyle.bind(window);
const known = new Map<string, CSSStyleDeclaration>();

function isStyled(element: Element | null): boolean {
  return element !== null && (element.hasAttribute('style') || isStyled(element.parentElement));
}

function getComputedStyle(element: Element, pseudoElement?: string | null): CSSStyleDeclaration {
  if (pseudoElement || document.styleSheets.length > 0 || isStyled(element)) return original(element, pseudoElement);
  const key = JSON.stringify([element.localName, ...DECISIVE.map((name) => element.getAttribute(name))]);
  const style = known.get(key) ?? original(element);
  known.set(key, style);
  return style;
}

for (const owner of [window, document.defaultView]) if (owner) owner.getComputedStyle = getComputedStyle;
