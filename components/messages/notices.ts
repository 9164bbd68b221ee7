/** Notices that say what a form has done or refused. The address of the next page has the notice's key. */

const done = {
  'signed-out': 'You are signed out.',
  'identity-linked': 'The account is linked. You can now sign in with it.',
  'identity-unlinked': 'The account is unlinked.',
  deleted: 'The paste is deleted. Its link no longer works.',
  'several-deleted': 'The pastes are deleted. Their links no longer work.',
  'several-extended': 'The pastes are extended.',
  extended: 'The paste is extended.',
  'key-revoked': 'The key is revoked.',
  'made-gone': 'It is gone, with everything that was created with it.',
  confirmed: 'Confirmed. For 10 minutes you can link sign-ins, create keys that sign in, and delete your account.',
  'webhook-created': 'The webhook is created. Send a test to check the address.',
  'webhook-saved': 'Saved.',
  'webhook-secret-saved': 'Saved. For 1 day both secrets sign each delivery, so that you can change your receiver.',
  'webhook-on': 'The webhook is on: the worker sends new events.',
  'webhook-off': 'The webhook is off. Pending deliveries are cancelled.',
  'webhook-deleted': 'The webhook is deleted.',
  'test-delivered': 'The test was delivered.',
  'delivery-queued': 'The worker sends the delivery again within seconds, under the same id.',
  'key-renamed': 'The key is renamed.',
  'session-ended': 'The browser is signed out.',
  'sessions-ended': 'All other browsers are signed out.',
  'account-deleted': 'Your account is deleted.',
  'chat-saved': 'Saved.',
  'chat-unlinked': 'The chat is unlinked.',

  // The administration pages.
  'report-closed': 'The report is closed.',
  'paste-held': 'The paste is held. Nobody can read it.',
  'paste-released': 'The paste is released.',
  'paste-removed': 'The paste is removed.',
  'user-promoted': 'The user is an administrator.',
  'user-demoted': 'The user is no longer an administrator.',
  'user-disabled': 'The user is disabled.',
  'user-enabled': 'The user is enabled.',
  'user-deleted': 'The user is deleted, with everything that was theirs.',
  'ban-added': 'The address is banned.',
  'ban-lifted': 'The ban is lifted.',
  'key-created': 'The key is created.',
} as const;

const failed = {
  'unknown-key': 'This key is not valid. Check it for typing errors. The key may also be revoked or expired.',
  'api-only-key': 'This key is for scripts and can’t sign in. Use the key that you got with your account.',
  'sign-in-unavailable': 'You are not signed in: the sign-in service does not respond. Try again in a minute, or use your key.',
  'sign-in-cancelled': 'You are not signed in: the sign-in was cancelled.',
  'sign-in-stale': 'You are not signed in: this sign-in was already used, took too long, or began in another browser or tab. Start again.',
  'sign-in-invalid':
    'You are not signed in: the response of the sign-in service did not pass the checks. If this stays, tell the people who run this site.',
  'email-unverified':
    'You are not signed in: the sign-in service does not say that your e-mail address is verified, which this site needs.',
  'domain-refused': 'You are not signed in: this site is not open to the domain of your e-mail address.',
  'group-refused': 'You are not signed in: this site is open only to groups that you are not in.',
  'user-disabled': 'You are not signed in: the people who run this site have disabled your account.',
  'identity-taken': 'The account is not linked: it belongs to another user, or you have 10 linked accounts, the limit.',
  'identity-gone': 'The account was already unlinked. Nothing has changed.',
  'none-chosen': 'Nothing has changed. Choose pastes first.',
  'never-expires': 'The paste never expires. Nothing has changed.',
  'not-extended': 'The paste is not extended: the expiry is over the limit of this site.',
  gone: 'The paste was already gone. Nothing has changed.',
  'key-gone': 'The key was already revoked. Nothing has changed.',
  'webhook-refused': 'Nothing is saved. Correct the fields below.',
  'webhook-gone': 'The webhook was already gone. Nothing has changed.',
  'too-many-webhooks': 'No webhook is created. You have reached the limit. Delete a webhook that you don’t use.',
  'test-not-delivered': 'The test was not delivered.',
  'delivery-gone': 'The delivery is no longer in the log. Nothing is sent.',
  'delivery-refused': 'Nothing is sent: the webhook is off. Switch the webhook on first.',
  'too-many-sends': 'Nothing is sent: you have sent too many. Try again in a minute.',
  'key-invalid': 'No key is created. Give the key a name of 1 to 64 characters.',
  'too-many-keys': 'No key is created. You have 50 active keys, the limit. Revoke a key that you don’t use.',
  'key-name-invalid': 'The name has not changed. A name has 1 to 64 characters.',
  'session-gone': 'The browser was already signed out. Nothing has changed.',
  'account-name-wrong': 'Nothing is deleted. The name you typed is not the name of your account.',
  'name-taken': 'This name is taken, or looks like one that is. Choose another.',
  'name-invalid': 'A name begins with a letter or digit and has up to 64 letters of one alphabet, digits or . _ @ -',
  'not-confirmed': 'Nothing is confirmed. Use a key of your account that can sign in.',
  'not-confirmed-there': 'Nothing is confirmed. Sign in at the provider with an account that is linked to yours.',
  'chat-gone': 'The chat was already unlinked. Nothing has changed.',
  'chats-off': 'No token is created: chat messages are off on this site.',
  'too-many-chats': 'No token is created. You have 100 linked chats, the limit. Unlink a chat that you don’t use.',
  'too-many-tokens': 'No token is created. You have 100 unused tokens, the limit. Wait until they expire.',

  // The administration pages.
  'report-gone': 'No open report has this id. Nothing has changed.',
  'paste-unknown': 'No paste has this id or link. It may have expired, or a letter is missing.',
  'paste-gone': 'This paste does not exist, or it has changed meanwhile. Nothing has changed.',
  'user-gone': 'This user does not exist. Nothing has changed.',
  'users-key-gone': 'No active key has this id. Nothing has changed.',
  'key-refused':
    'No key was created. A name has up to 64 letters of one alphabet, digits or . _ @ -, and looks like no other name. A visitor may have registered it: then tick the box.',
  'own-account': 'You can’t do this to yourself. Ask another administrator, or use the command line.',
  'ban-refused': 'Nobody was banned. Write an address or a network, like 192.0.2.1, 192.0.2.0/24 or 2001:db8::/64.',
  'ban-too-large': 'Nobody was banned. This network is too large: the shortest prefix is /8 for IPv4 and /12 for IPv6.',
  'own-address': 'Nobody was banned: your own address is in this network.',
  'ban-gone': 'This address is not banned. Nothing has changed.',
} as const;

export const notices = { ...done, ...failed };
export type Notice = keyof typeof notices;

export const isGoodNews = (notice: Notice): boolean => notice in done;

/** The title of a page that a form led to. */
export const titleWith = (notice: Notice | null, title: string): string =>
  notice === null || isGoodNews(notice) ? title : `Error: ${title}`;
