import type { Send, SenderOptions } from '../webhooks/webhook.sender';

/** Loads undici with the first request, because it is large and most processes send none. */
export function createLazySender(options: SenderOptions): Send {
  let loading: Promise<Send> | undefined;
  return async (...request) => {
    loading ??= import('../webhooks/webhook.sender').then(({ createSender }) => createSender(options));
    return (await loading)(...request);
  };
}
