/** Words for what a phone shares. They are apart, because the service worker has them, too. */
export const shareMessages = { text: 'Shared text' } as const;
