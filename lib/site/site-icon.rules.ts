export const SITE_ICON =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='#2f74e8' stroke-width='2' stroke-linecap='round' stroke-linejoin='round'><path d='M12 2.5 20 6v6c0 4.6-3.2 8.2-8 9.5-4.8-1.3-8-4.9-8-9.5V6z'/><path d='M8.5 9.5h7M8.5 13h4.5'/></svg>";

/** The icon as a data address: a file costs a request, or two where a burn link's key is removed from the address. */
export const SITE_ICON_URL = `data:image/svg+xml,${SITE_ICON.replace(/[#<>]/g, encodeURIComponent)}`;
