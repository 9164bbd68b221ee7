/**
 * Adds dialogs to jsdom (https://github.com/jsdom/jsdom/issues/3294): they open, close by Escape and by their forms, and
 * give the focus back. Unlike in a browser, the page behind isn't inert, and Tab can leave.
 */
const focusedBefore = new WeakMap<HTMLDialogElement, Element | null>();

HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
  focusedBefore.set(this, document.activeElement);
  this.open = true;
  this.querySelector<HTMLElement>('button, input, select, textarea, a[href]')?.focus();
};

HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
  if (!this.open) return;
  this.open = false;
  const before = focusedBefore.get(this);
  if (before instanceof HTMLElement) before.focus();
  this.dispatchEvent(new Event('close'));
};

document.addEventListener('keydown', ({ key, defaultPrevented }) => {
  if (key !== 'Escape' || defaultPrevented) return;
  [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)?.close();
});

/** A form with `method=dialog` sends nothing: it closes its dialog, if it is in one. */
document.addEventListener('submit', (event) => {
  if (!(event.target instanceof HTMLFormElement) || event.target.getAttribute('method') !== 'dialog' || event.defaultPrevented) return;
  event.preventDefault();
  event.target.closest('dialog')?.close();
});
