/** Where an identity provider sends people back to (lib/api/oidc.api.ts). */
export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '#app/mount';
