/** Pastes by haste tools (lib/api/uploads.api.ts). */
export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '#app/mount';
