/** The text of a paste alone (lib/api/raw.api.ts). */
export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '#app/mount';
