/** Where the account pages send forms (lib/forms). */
export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '#app/mount';
