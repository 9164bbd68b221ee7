/** What a chat says of a link: the server's words alone. */
export const previewMessages = {
  plain: 'A paste.',
  encrypted: 'An encrypted paste.',
  burn: 'A paste that can be opened once.',
} as const;
