/** Path where the provider sends people back to. With BASE_URL before it, it is what operators enter there. */
export const OIDC_CALLBACK_PATH = '/account/oidc/callback';
