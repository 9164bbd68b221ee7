/** Fakes for functions of browsers that jsdom lacks. Each ends with its test. */
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { onTestFinished, vi } from 'vitest';

/** Starts a user with mouse, keyboard and clipboard. Skips the check of `pointer-events`, because no style sheets are loaded. */
export const startUser = () => userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never, delay: null });

/** @returns the addresses that the page goes to, in order; `reload` stands for a reload */
export function watchNavigation(): string[] {
  const visited: string[] = [];
  const real = window.location;
  vi.stubGlobal(
    'location',
    new Proxy<Location>(Object.create(null), {
      get(_, name) {
        if (name === 'assign') return (address: string) => void visited.push(address);
        if (name === 'reload') return () => void visited.push('reload');
        const value: unknown = Reflect.get(real, name);
        return typeof value === 'function' ? value.bind(real) : value;
      },
      set: (_, name, value) => Reflect.set(real, name, value),
    }),
  );
  return visited;
}

/** @returns the files that the page saves, in order */
export function watchDownloads(): { name: string; blob: Blob }[] {
  const saved: { name: string; blob: Blob }[] = [];
  const blobs = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const address = `blob:test/${blobs.size}`;
    if (blob instanceof Blob) blobs.set(address, blob);
    return address;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const blob = blobs.get(this.href);
    if (blob) saved.push({ name: this.download, blob });
  });
  return saved;
}

interface SentForm {
  action: string;
  method: string;
  fields: Record<string, FormDataEntryValue>;
}

/** @returns the forms that the page sends, in order */
export function watchForms(): SentForm[] {
  const sent: SentForm[] = [];
  const take = (event: SubmitEvent) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    const { action, method } = event.target;
    sent.push({ action: new URL(action).pathname, method, fields: Object.fromEntries(new FormData(event.target)) });
  };
  document.addEventListener('submit', take);
  onTestFinished(() => document.removeEventListener('submit', take));
  return sent;
}

/** Simulates a page without HTTPS, where only `execCommand` copies, if `isCopied`. @returns a function that returns the copied text */
export function withoutClipboard(isCopied: boolean): () => string | undefined {
  let copied: string | undefined;
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  document.execCommand = () => {
    const field = [...document.querySelectorAll('textarea')].at(-1);
    if (isCopied) copied = field?.value.slice(field.selectionStart, field.selectionEnd);
    return isCopied;
  };
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'clipboard');
    Reflect.deleteProperty(document, 'execCommand');
  });
  return () => copied;
}

/** Whether the browser would ask before this page is left. */
export function asksBeforeLeaving(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}
