/** Groups of operations in the OpenAPI document, with what each is for. */
export const TAGS = {
  Pastes: 'Create, read, extend and delete pastes.',
  Requests: 'Ask others for secrets that only you can decrypt.',
  Webhooks: 'Be told by HTTP when something happens to your pastes.',
  Chats: 'Be told in a chat when you create a paste, and give commands there.',
  Account: 'What the account pages do. A key does none of it: it could make another that outlives its own revocation.',
  Keys: 'Get a key for a program, by a browser that is signed in.',
  Administration: 'Handle reports, users and bans, as an administrator who is signed in by a browser.',
  Description: 'This document, and what this service allows.',
  'Raw content': 'The content of a paste and nothing else.',
  Health: 'For load balancers and monitors.',
  Uploads: 'Create a paste with curl, a form, or a tool for haste-server. The server encrypts such a paste.',
} as const;

export type Tag = keyof typeof TAGS;
