// @ts-check

/**
 * Below which path of its host the service is: '' or '/paste'.
 * @param {string | undefined} baseUrl what BASE_URL says; what is no address is refused at the start of a process
 */
export function basePathOf(baseUrl) {
  return URL.canParse(baseUrl || '') ? new URL(baseUrl || '').pathname.replace(/\/+$/, '') : '';
}
