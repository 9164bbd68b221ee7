/** Contrast of what other colours or another width have changed, once axe has looked at every text of the page. */
import type { Page } from '@playwright/test';
import type { Axe } from './axe';

export interface Contrast {
  /** What can't be read, each with its reason. */
  found: string[];
  /** Of the texts that were there: what their contrast depends on. */
  looks: string[];
}

/**
 * Holds one text of each look to axe's rule of contrast, and every text of a box that may lie over others, whose background is not that
 * of its ancestors. A look is what a text's contrast comes from: its colour, size and weight, and what is drawn behind it. Elements
 * with other classes, or disabled ones, have looks of their own.
 * @param known looks that were held to it before; without them nothing is held to it, and the looks are only told
 */
export function contrastOf(page: Page, known?: ReadonlySet<string>): Promise<Contrast> {
  return page.evaluate(
    async (passed) => {
      const behind = new Map<Element, { drawn: string; isLifted: boolean }>();
      const behindOf = (element: Element | null): { drawn: string; isLifted: boolean } => {
        if (element === null) return { drawn: '', isLifted: false };
        const there = behind.get(element);
        if (there !== undefined) return there;
        const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position, float, transform } = getComputedStyle(element);
        const above = behindOf(element.parentElement);
        const isDrawn = backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none' || opacity !== '1' || filter !== 'none';
        const value = {
          drawn: isDrawn ? `${above.drawn}|${backgroundColor} ${backgroundImage} ${opacity} ${filter} ${mixBlendMode}` : above.drawn,
          isLifted: above.isLifted || /absolute|fixed|sticky/.test(position) || float !== 'none' || transform !== 'none',
        };
        behind.set(element, value);
        return value;
      };
      const kindOf = (element: Element | null) => `${element?.tagName} ${element?.getAttribute('class')}`;
      const isDisabled = (element: Element) =>
        element.closest('[aria-disabled=true], :disabled') !== null || element.closest('label')?.control?.matches(':disabled') === true;
      const hasText = (element: Element) =>
        element.matches('input, textarea, select') || [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());

      const looks = new Set<string>();
      const chosen: Element[] = [];
      for (const element of document.body.querySelectorAll('*')) {
        if (!hasText(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
        const { drawn, isLifted } = behindOf(element);
        const kinds = `${kindOf(element)} in ${kindOf(element.parentElement)}${isDisabled(element) ? ', disabled' : ''}`;
        const look = [kinds, color, fontSize, fontWeight, textShadow, drawn].join(';');
        if (isLifted || !(looks.has(look) || passed?.includes(look))) chosen.push(element);
        looks.add(look);
      }
      if (passed === undefined || chosen.length === 0) return { found: [], looks: [...looks] };
      const { axe } = window as unknown as { axe: Axe };
      const { violations } = await axe.run({ include: chosen }, { runOnly: ['color-contrast'], resultTypes: ['violations'] });
      const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
      return { found, looks: [...looks] };
    },
    known && [...known],
  );
}
