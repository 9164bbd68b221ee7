/** Path to which the provider sends people back. Operators register it at the provider, with BASE_URL before it. */
export const OIDC_CALLBACK_PATH = '/account/oidc/callback';
