/** The words around the password of a paste. The browser loads them with such a paste. */
export const passwordMessages = {
  title: 'This paste has a password',
  text: 'Ask the sender for the password. Your browser checks the password and never sends it.',
  textProven: 'Ask the sender for the password. Your browser sends a proof of the password, never the password.',
  claimed: 'The server deleted the paste. This tab has the only copy: keep the tab open and try as often as you need.',
  unopened: 'The paste can be opened once. A wrong password deletes nothing.',
  label: 'Password',
  button: 'Decrypt',
  buttonUnopened: 'Open and delete it',
  checking: 'Checking…',
  wrong: 'This password does not open the paste. Check it for typing errors. If the password is right, the link may be damaged.',
} as const;
