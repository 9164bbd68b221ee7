/** Facts that only the browser knows, with what is shown before it is asked. */
import { useBrowserFact } from './use-outside';

const MINUTE_MS = 60_000;

/** The current minute in ms since 1970; it updates itself. */
export const useMinute = (): number | null => useBrowserFact(currentMinute, null, subscribeToMinutes);

/** Whether the keyboard has a Command key. */
export const useIsApple = (): boolean => useBrowserFact(isApple, false);

/** Whether it is Safari or any other browser of WebKit, such as all on iOS. */
export const useIsWebKit = (): boolean => useBrowserFact(isWebKit, false);

/** Whether it can encrypt: browsers offer Web Crypto only on pages with HTTPS, and on this machine. */
export const useHasCrypto = (): boolean => useBrowserFact(hasCrypto, true);

function subscribeToMinutes(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const waitForNext = () => {
    timer = setTimeout(
      () => {
        onChange();
        waitForNext();
      },
      MINUTE_MS - (Date.now() % MINUTE_MS),
    );
  };
  waitForNext();
  return () => clearTimeout(timer);
}

/** Whether React has taken over the page. React doesn't know a text typed before that. */
export const useIsRunning = (): boolean => useBrowserFact(isRunning, false);

const isRunning = () => true;
const currentMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
const isWebKit = () => /AppleWebKit/.test(navigator.userAgent) && !/Chrom(e|ium)\//.test(navigator.userAgent);
const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);
const hasCrypto = () => crypto.subtle !== undefined;
