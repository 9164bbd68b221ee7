/** Stands in for what a browser does when a page hands something over to it, and jsdom does not. Each ends with its test. */
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { onTestFinished, vi } from 'vitest';

/** Somebody with mouse, keyboard and a clipboard of their own. There are no style sheets that could keep a pointer away. */
export const startUser = () => userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never, delay: null });

/** @returns the addresses that the page goes to, in order; `reload` is the page itself */
export function watchNavigation(): string[] {
  const visited: string[] = [];
  const real = window.location;
  vi.stubGlobal(
    'location',
    new Proxy<Location>(Object.create(null), {
      get(_, name) {
        if (name === 'assign') return (address: string) => void visited.push(address);
        if (name === 'reload') return () => void visited.push('reload');
        return Reflect.get(real, name);
      },
      set: (_, name, value) => Reflect.set(real, name, value),
    }),
  );
  return visited;
}

/** @returns the files that the page has the browser save, in order */
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

/** @returns the forms that the page has the browser send, in order */
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

/** A page without HTTPS: only the old command copies, if the browser lets it. */
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

/** A worker that never responds, and fails when it is told to. */
class FakeWorker {
  onmessage: unknown = null;
  onerror: () => void = () => undefined;
  postMessage(): void {}
  terminate(): void {}
}

/** @returns the workers that the page starts, in order */
export function watchWorkers(): FakeWorker[] {
  const started: FakeWorker[] = [];
  vi.stubGlobal(
    'Worker',
    class extends FakeWorker {
      constructor() {
        super();
        started.push(this);
      }
    },
  );
  return started;
}

/** Whether the browser would ask before this page is left. */
export function asksBeforeLeaving(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}
