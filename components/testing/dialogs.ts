/**
 * What jsdom lacks of dialogs (https://github.com/jsdom/jsdom/issues/3294): they open and close, with Escape and by their
 * forms as well, and give the focus back. Not here: that the page behind is inert, and that Tab stays inside.
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

/** Such a form sends nothing: in a dialog it closes it, elsewhere nothing happens. */
document.addEventListener('submit', (event) => {
  if (!(event.target instanceof HTMLFormElement) || event.target.getAttribute('method') !== 'dialog' || event.defaultPrevented) return;
  event.preventDefault();
  event.target.closest('dialog')?.close();
});
