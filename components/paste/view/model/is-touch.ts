export const isTouch = (event: Event): boolean => (event as Partial<PointerEvent>).pointerType === 'touch';
