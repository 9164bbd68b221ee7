/** The command-line client. */
export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '#app/mount';
