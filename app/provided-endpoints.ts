/** Holds the endpoints in a process of plain Next, like `services()` holds the services. */
import type { endpoints } from '#lib/api/routes';

/** Shared globally, since Next compiles several copies of a module: endpoints must know the services' own error classes. */
const KEY = Symbol.for('sealpaste.endpoints');
const process_ = globalThis as { [KEY]?: typeof endpoints };

export function provideEndpoints(provided: typeof endpoints): void {
  process_[KEY] = provided;
}

/** @returns none under our own server, which doesn't need them */
export const providedEndpoints = (): typeof endpoints => process_[KEY] ?? [];
