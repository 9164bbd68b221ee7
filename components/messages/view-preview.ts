/** The words of a link's preview in a chat. They hold nothing of the paste. */
export const previewMessages = {
  plain: 'A paste.',
  encrypted: 'An encrypted paste.',
  burn: 'A paste that can be opened once.',
} as const;
