/** The words of the page that lists what this browser keeps for its owner. */
export const mineMessages = {
  title: 'My pastes',
  text: 'This browser keeps this list, not this server. It needs no account.',
  search: 'Title or id',
  none: 'Nothing matches.',
  requests: 'Asked for in this browser',
  requestsText: 'The page of these secret requests shows what came in.',
  unnamed: 'A request without a name',
  until: 'Until',
  ask: 'Ask for a secret',
  here: 'Pastes of this browser',
  hereText: 'This browser also lists the pastes that it created without an account.',
} as const;
