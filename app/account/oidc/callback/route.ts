/** Where an identity provider sends people back to (lib/forms/oidc.forms.ts). */
export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '#app/mount';
