/** What the webhook pages say. */

/** Of what came of a form; the account pages' notices hold them. */
export const webhookNotices = {
  'webhook-created': 'The webhook is created. Send it a test to see whether it gets through.',
  'webhook-saved': 'Saved.',
  'webhook-secret-saved': 'Saved. For a day from now both secrets sign, so that you can change your receiver without losing a delivery.',
  'webhook-refused': 'Nothing was saved yet. What has to be different is said below.',
  'webhook-on': 'Switched on: from now on events are sent.',
  'webhook-off': 'Switched off: nothing more is sent, and what was on its way is cancelled.',
  'webhook-deleted': 'The webhook is deleted.',
  'webhook-gone': 'That webhook was gone already. Nothing was changed.',
  'too-many-webhooks': 'Nothing was created: you have as many webhooks as there may be. Delete one that is not used.',
  'test-delivered': 'The test got through.',
  'test-not-delivered': 'The test did not get through.',
  'delivery-queued': 'It is sent again, within seconds and under the same id.',
  'delivery-gone': 'That delivery is not in the log any more. Nothing was sent.',
  'delivery-refused': 'Nothing was sent: the webhook is switched off. Switch it on first.',
  'too-many-sends': 'Nothing was sent: that was too much at once. Try again in a minute.',
} as const;

/** Of what runs in the browser too: only texts without parameters can go there from the server. */
export const secretMessages = {
  newTitle: 'Its secret',
  newText: 'Put it where your program finds it: it is shown this once.',
  label: 'Secret',
  kept: 'I have kept it',
  generate: 'Generate',
  generated: 'A new secret is in the field.',
  copy: 'Copy',
  copyLabel: 'Copy secret',
  copied: 'Copied',
  copyFailed: 'Could not copy. The text is selected: copy it by keyboard.',
} as const;

export const webhookMessages = {
  title: 'Webhooks',
  text: 'A webhook tells a program of yours what happens to your pastes: a signed HTTP request for each event.',
  docs: 'The same by API',
  on: 'On',
  off: 'Off',
  goneReason: 'Its receiver answered 410 Gone, which means it wants no more.',
  never: 'Nothing sent yet',
  latest: 'Newest delivery:',
  listTitle: 'Your webhooks',

  emptyTitle: 'No webhooks yet',
  empty:
    'Say where to send to and what to tell of. Each event arrives there as a POST with a little JSON: which paste, and what happened. Never what is in it, nor any key.',

  verifyTitle: 'How your program knows that a request is genuine',
  verify:
    'Every request is signed with the secret that only you and this server know. Compute an HMAC-SHA256 over the bytes of the body as they came, and compare it with the header X-Service-Signature-256:',
  verifyMore:
    'Answer with any status from 200 to 299 within 10 seconds. Anything else is tried again after 20, 40, 80 and 160 seconds; 410 switches the webhook off. A delivery may come twice: X-Service-Delivery is the same then. Libraries for Standard Webhooks verify these requests, too.',
  copyRecipe: (language: string) => `Copy: ${language}`,

  createTitle: 'New webhook',
  create: 'Create webhook',
  url: 'Address',
  urlHint: 'Where your program listens: https:// at a public address.',
  urlRefused: (why: string) => `Nothing can be sent to this address: ${why}.`,
  secret: 'Secret',
  secretHint: 'From 8 to 256 characters; keep it where your program finds it. It is shown once more when it is saved, then never again.',
  secretRefused: 'A secret has from 8 to 256 characters.',
  newSecret: 'New secret',
  newSecretHint: 'Leave it empty to keep the one in use. After a change both sign for a day, so that nothing is lost on the way.',
  noGenerate: 'A good one, in a terminal:',
  events: 'Events',
  eventsRefused: 'Choose at least one event.',
  eventHints: {
    'paste.created': 'You, or a script with your key, made one',
    'paste.deleted': 'It was deleted, or read once and burned',
    'paste.expired': 'Its time was over, and it was removed',
  },

  pageTitle: 'Webhook',
  back: 'All webhooks',
  created: 'Created',
  changed: 'Changed',

  deliveriesTitle: 'Deliveries',
  statuses: { pending: 'Pending', retrying: 'Retrying', delivered: 'Delivered', failed: 'Failed', cancelled: 'Cancelled' },
  none: 'Nothing yet. As soon as one of its events happens, it is here.',
  noneOff: 'Nothing yet, and nothing will come while it is switched off.',
  emptyPage: 'There is nothing on this page of the list.',
  onTheirWay: (count: number) =>
    count === 1 ? '1 is on its way. This list keeps itself up to date.' : `${count} are on their way. This list keeps itself up to date.`,
  newestIs: (status: string) => `Newest: ${status.toLowerCase()}.`,
  noScript: 'Reload the page to see what has become of them.',
  attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
  attemptsTitle: 'Attempts',
  lastAttempt: 'the last one',
  underWay: 'Being sent now',
  waiting: 'Waiting for its turn',
  nextTry: 'Next try',
  answered: (status: number) => `Answered ${status}`,
  details: 'Details',
  detailsOf: (event: string, id: string) => `Details of ${event}, ${id}`,
  deliveryId: 'Id',
  answer: 'Answer',
  emptyAnswer: 'without a text',
  noAnswer: 'None',
  redeliver: 'Redeliver',
  tryNow: 'Try now',
  tryNowOf: (event: string, id: string) => `Try ${event} now, ${id}`,
  redeliverOf: (event: string, id: string) => `Redeliver ${event}, ${id}`,
  newer: 'Newer',
  older: 'Older',
  pagesLabel: 'Pages of the log',
  logKept: (days: number) => `Kept for ${days === 1 ? 'a day' : `${days} days`} after they are done.`,

  settingsTitle: 'Settings',
  save: 'Save',
  switchOff: 'Switch off',
  switchOffHint: 'Nothing more is sent, and what is on its way is cancelled. It can be switched on again.',
  switchOn: 'Switch on',
  switchOnHint: 'Events from now on are sent. What happened meanwhile is not made up for.',
  delete: 'Delete…',
  deleteOf: (url: string) => `Delete the webhook to ${url}`,
  confirmDelete: 'Delete webhook',
  deleteHint: 'With its secret and its log, at once. This cannot be undone.',

  notHereTitle: 'This webhook is not here',
  notHere: 'It was deleted, or never was one of yours.',
} as const;

/** Of the test: on its own, since it is also drawn in the browser. */
export const testMessages = {
  title: 'Test',
  text: 'Sends the event webhook.test at once, also while it is switched off, and shows what your program answers.',
  send: 'Send test',
  sending: 'Sending…',
  delivered: (status: number, duration: string) => `Delivered: it answered ${status} in ${duration}.`,
  refused: (status: number, duration: string) => `Not delivered: it answered ${status} in ${duration}.`,
  failed: (why: string, duration: string) => `Not delivered: ${why}, after ${duration}.`,
  emptyAnswer: 'The answer had no text.',
  tooMany: 'Nothing was sent: that was too much at once. Try again in a minute.',
  unreachable: 'This server did not answer, so it is not known whether the test was sent. Try again.',
  milliseconds: (count: number) => `${count} ms`,
  seconds: (count: string) => `${count} s`,
} as const;
