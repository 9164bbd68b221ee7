import type { ViewEvent } from '../model/view-state';
import { createReader } from './reader';
import type { ReaderHost } from './view-viewer';

/** Runs the reader in the page's own thread or, for content that could block it, in a worker. */
export function openReader(send: (event: ViewEvent) => void, isSmall: boolean): ReaderHost {
  let isClosed = false;
  const receive = (event: ViewEvent) => {
    if (!isClosed) send(event);
  };
  if (isSmall) {
    return {
      read: createReader(receive),
      close: () => {
        isClosed = true;
      },
    };
  }
  const worker = new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module', name: 'reader' });
  worker.onmessage = ({ data }: MessageEvent<ViewEvent>) => receive(data);
  worker.onerror = () => receive({ kind: 'failed', problem: 'offline' });
  return {
    read: (command) => worker.postMessage(command),
    close() {
      isClosed = true;
      worker.terminate();
    },
  };
}
