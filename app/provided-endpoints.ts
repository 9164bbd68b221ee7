/** Where the endpoints are in a process of plain Next, as `services()` is for the services. */
import type { endpoints } from '#lib/forms/endpoints';

type OpenEndpoints = () => Promise<typeof endpoints>;

/** Next compiles each part into modules of its own: endpoints must be of the same copy as the services, whose errors they know. */
const KEY = Symbol.for('sealpaste.endpoints');
const process_ = globalThis as { [KEY]?: OpenEndpoints };

export function provideEndpoints(open: OpenEndpoints): void {
  process_[KEY] = open;
}

/** @returns none under our own server, which finds them by itself */
export async function providedEndpoints(): ReturnType<OpenEndpoints> {
  return process_[KEY]?.() ?? [];
}
