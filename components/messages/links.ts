/** The words of the buttons that copy or share a link, a key or a command. Separate, because components of every page use them. */
export const linkMessages = {
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Your browser did not copy. Copy the selected text by keyboard.',
  share: 'Share…',
  showQr: 'QR code',
  hideQr: 'Hide QR code',
} as const;
