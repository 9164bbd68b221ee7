import { ensureBuilt } from '../../scripts/ensure-built.mjs';

/** Tests run what people run: the build of the sources as they are. */
export default async function setup(): Promise<void> {
  await ensureBuilt();
}
