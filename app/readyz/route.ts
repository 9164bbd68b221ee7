/** Readiness (lib/api/health.api.ts). */
export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '#app/mount';
