/** The words of the buttons that take a link, a key or a command away. Separate: components of every page have them. */
export const linkMessages = {
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Your browser did not copy. Copy the selected text by keyboard.',
  share: 'Share…',
  showQr: 'QR code',
  hideQr: 'Hide QR code',
} as const;
