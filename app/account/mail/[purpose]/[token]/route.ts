/** Where the links of mails lead (lib/forms/mail.forms.ts). */
export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '#app/mount';
