/** Checks the contrast of a page's texts once for each look, since many texts look the same, on one page or on several. */
import type { Page } from '@playwright/test';
import type { Axe } from './axe';

export interface Contrast {
  /** The texts that can't be read, each with its reason. */
  found: string[];
  /** The looks of the texts on the page, without repetition. */
  looks: string[];
}

interface Text {
  element: Element;
  look: string;
  /** Whether the text is in a box that may lie over others and may let them show through. */
  isLifted: boolean;
}

/**
 * Checks one text of each look by axe's rule of contrast, and every text of a box that may lie over others, whose background is not
 * that of its ancestors. A look is all that contrast depends on: a text's colour, size and weight, and what is behind it. Elements
 * with other classes, or disabled ones, have looks of their own.
 * @param known looks that were checked before; without them nothing is checked, and the looks are only returned
 */
export async function contrastOf(page: Page, known?: ReadonlySet<string>): Promise<Contrast> {
  const texts = await page.evaluateHandle(textsOf);
  try {
    const { looks, hasLifted } = await texts.evaluate((all) => ({
      looks: [...new Set(all.map(({ look }) => look))],
      hasLifted: all.some(({ isLifted }) => isLifted),
    }));
    if (known === undefined) return { found: [], looks };
    const unknown = looks.filter((look) => !known.has(look));
    const found = unknown.length > 0 || hasLifted ? await texts.evaluate(unreadableOf, unknown) : [];
    return { found, looks };
  } finally {
    await texts.dispose();
  }
}

/** Runs in the page, like the next function. */
function textsOf(): Text[] {
  const behind = new Map<Element, { drawn: string; isLifted: boolean; isTranslucent: boolean }>();
  const behindOf = (element: Element | null): { drawn: string; isLifted: boolean; isTranslucent: boolean } => {
    if (element === null) return { drawn: '', isLifted: false, isTranslucent: false };
    const there = behind.get(element);
    if (there !== undefined) return there;
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position, float, transform } = getComputedStyle(element);
    const above = behindOf(element.parentElement);
    const isDrawn = backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none' || opacity !== '1' || filter !== 'none';
    const isTranslucent = above.isTranslucent || opacity !== '1' || filter !== 'none' || mixBlendMode !== 'normal';
    const isMoved = /absolute|fixed|sticky/.test(position) || float !== 'none' || transform !== 'none';
    // A box with an opaque colour hides what lies below it.
    const isCovering = /^rgb\(/.test(backgroundColor) && !isTranslucent;
    const value = {
      drawn: isDrawn ? `${above.drawn}|${backgroundColor} ${backgroundImage} ${opacity} ${filter} ${mixBlendMode}` : above.drawn,
      isLifted: (above.isLifted || isMoved) && !isCovering,
      isTranslucent,
    };
    behind.set(element, value);
    return value;
  };
  const kindOf = (element: Element | null) => `${element?.tagName} ${element?.getAttribute('class')}`;
  const isDisabled = (element: Element) =>
    element.closest('[aria-disabled=true], :disabled') !== null || element.closest('label')?.control?.matches(':disabled') === true;
  const hasText = (element: Element) =>
    element.matches('input, textarea, select') || [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());

  const texts: Text[] = [];
  for (const element of document.body.querySelectorAll('*')) {
    if (!hasText(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const { drawn, isLifted } = behindOf(element);
    const kinds = `${kindOf(element)} in ${kindOf(element.parentElement)}${isDisabled(element) ? ', disabled' : ''}`;
    texts.push({ element, look: [kinds, color, fontSize, fontWeight, textShadow, drawn].join(';'), isLifted });
  }
  return texts;
}

/** @param looks to check by one text each */
async function unreadableOf(texts: readonly Text[], looks: readonly string[]): Promise<string[]> {
  const left = new Set(looks);
  const chosen = texts.filter(({ look, isLifted }) => left.delete(look) || isLifted).map(({ element }) => element);
  const { axe } = window as unknown as { axe: Axe };
  const { violations } = await axe.run({ include: chosen }, { runOnly: ['color-contrast'], resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}
