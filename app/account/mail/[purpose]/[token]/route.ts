/** Where the links of mails lead (lib/api/mail-links.api.ts). */
export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '#app/mount';
