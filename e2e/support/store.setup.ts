import { startFakeStore } from '../../lib/testing/fake-store';
import { STORE_VARIABLES } from './processes';

/** With TEST_STORE=on all services of the tests have an object store for contents from 4 KiB, unless a test has one of its own. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_STORE !== 'on') return;
  const store = await startFakeStore();
  process.env[STORE_VARIABLES] = JSON.stringify({ ...store.variables, CONTENT_STORE_MIN_BYTES: '4096' });
  return () => {
    // A suite that never used it has proved nothing of it.
    if (store.asked.every(({ method }) => method !== 'PUT')) throw new Error('TEST_STORE=on: nothing was written to the store');
    return store.close();
  };
}
