/** The addresses by which an installed page takes what a phone shares. Browser-safe: no imports. */

/** The folder of the service worker, and with it all that it can ever touch (docs/decisions/0106-one-service-worker.md). */
export const SHARE_SCOPE = '/share/';
export const SHARE_WORKER = '/share/worker.js';
/** Phones send what they share here; the service worker takes it before the network. */
export const SHARE_TARGET = '/share/target';

/** The field of the editor's address that says how sharing went. */
export const SHARED_FIELD = 'shared';
/** `taken`: the device has it. `lost`: it isn't there, because the browser had no service worker or no room. */
export type Shared = 'taken' | 'lost';
