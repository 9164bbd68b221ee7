import type { buildWeb } from './build-web';

/** The services that handlers and pages of a web process use. */
export type Services = Awaited<ReturnType<typeof buildWeb>>;

/** Pages are compiled by Next into modules of their own, and find the one instance of the services here. */
const KEY = Symbol.for('sealpaste.services');
const process_ = globalThis as { [KEY]?: () => Promise<Services> };

/** @param open gives the same services each time; it may build them when it is first called */
export function provideServices(open: () => Promise<Services>): void {
  process_[KEY] = open;
}

export function areServicesProvided(): boolean {
  return process_[KEY] !== undefined;
}

export async function services(): Promise<Services> {
  const open = process_[KEY];
  if (!open) throw new Error('nobody has provided services to this process');
  return open();
}
