// @ts-check

/**
 * Returns the service's path on its host, such as '' or '/paste'.
 * @param {string | undefined} baseUrl value of BASE_URL; '' for one that is no address, which a process refuses at its start
 */
export function basePathOf(baseUrl) {
  return URL.canParse(baseUrl || '') ? new URL(baseUrl || '').pathname.replace(/\/+$/, '') : '';
}
