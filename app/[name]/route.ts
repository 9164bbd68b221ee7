/** Files of the site such as its icons and its style, metrics, and uploads by name (lib/api). */
export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '#app/mount';
