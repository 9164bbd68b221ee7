/** Whether lines are wrapped: stored on this device. */
const NAME = 'sealpaste.wrap';

export function readWrap(): boolean {
  try {
    return window.localStorage.getItem(NAME) === '1';
  } catch {
    return false;
  }
}

export function rememberWrap(isWrapped: boolean): void {
  try {
    if (isWrapped) window.localStorage.setItem(NAME, '1');
    else window.localStorage.removeItem(NAME);
  } catch {
    // Forbidden: the next text is not wrapped.
  }
}
