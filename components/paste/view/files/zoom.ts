/** Steps of a picture's size. */

/** A percentage of the picture's own size, or as large as fits. */
export type Zoom = number | typeof FIT;
export const FIT = 'fit';

const STEPS = [10, 25, 50, 75, 100, 150, 200, 300, 400, 800];
/** A step must change what one sees. */
const NOTICED = 1.05;

/** @param fitted the percentage that fits */
export function larger(zoom: Zoom, fitted: number): Zoom {
  const now = zoom === FIT ? fitted : zoom;
  return STEPS.find((step) => step > now * NOTICED) ?? now;
}

export function smaller(zoom: Zoom, fitted: number): Zoom {
  const now = zoom === FIT ? fitted : zoom;
  return STEPS.findLast((step) => step < now / NOTICED) ?? now;
}
