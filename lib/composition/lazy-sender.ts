import type { Send, SenderOptions } from '../webhooks/webhook.sender';

/** undici is loaded by the first request: it is much, and most processes send none. */
export function createLazySender(options: SenderOptions): Send {
  let loading: Promise<Send> | undefined;
  return async (...request) => {
    loading ??= import('../webhooks/webhook.sender').then(({ createSender }) => createSender(options));
    return (await loading)(...request);
  };
}
