import { ensureBuilt } from '../../scripts/ensure-built.mjs';

/** Builds the current sources, so that tests run what people run. */
export default async function setup(): Promise<void> {
  await ensureBuilt();
}
