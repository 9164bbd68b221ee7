/** Replaces IntersectionObserver, which jsdom lacks; the test decides which elements are in view. */
import { act } from '@testing-library/react';
import { vi } from 'vitest';

const observers = new Set<Observer>();

class Observer {
  private readonly elements = new Set<Element>();

  constructor(private readonly onChange: (entries: { target: Element; isIntersecting: boolean }[]) => void) {
    observers.add(this);
  }
  observe(element: Element): void {
    this.elements.add(element);
  }
  disconnect(): void {
    this.elements.clear();
    observers.delete(this);
  }
  tell(target: Element, isIntersecting: boolean): void {
    if (this.elements.has(target)) this.onChange([{ target, isIntersecting }]);
  }
}

export function stubIntersections(): void {
  vi.stubGlobal('IntersectionObserver', Observer);
}

/** Scrolls an element into view, or out of it. */
export function scroll(element: Element, isInView: boolean): void {
  act(() => {
    for (const observer of observers) observer.tell(element, isInView);
  });
}
