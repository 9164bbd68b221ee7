/** Holds the endpoints in a process of plain Next, like `services()` holds the services. */
import type { endpoints } from '#lib/api/endpoints';

type OpenEndpoints = () => Promise<typeof endpoints>;

/** Shared globally, since Next compiles several copies of a module: endpoints must know the services' own error classes. */
const KEY = Symbol.for('sealpaste.endpoints');
const process_ = globalThis as { [KEY]?: OpenEndpoints };

export function provideEndpoints(open: OpenEndpoints): void {
  process_[KEY] = open;
}

/** @returns none under our own server, which doesn't need them */
export async function providedEndpoints(): ReturnType<OpenEndpoints> {
  return process_[KEY]?.() ?? [];
}
