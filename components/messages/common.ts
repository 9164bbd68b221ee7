import { SITE_TAGLINE } from '#lib/site/site.rules';

export const commonMessages = {
  skipToContent: 'Skip to content',
  navigation: 'Main',
  newPaste: 'New paste',
  own: 'My pastes',
  signIn: 'Sign in',
  signedInAs: (name: string) => `${name}: your account`,
  tagline: SITE_TAGLINE,
  footer: { label: 'About this site', how: 'How it works', api: 'API', commandLine: 'Command line', source: 'Source' },
  notice: 'Notice',
  hideNotice: 'Hide this notice',
  shortcuts: 'Keyboard shortcuts',
  close: 'Close',
  notLoaded: 'A part of this page did not load, so its buttons do not work yet. Check your connection.',
  reload: 'Reload the page',
  withoutKey: 'Delete the part of the link after #: it is the key.',
  seconds: (count: number) => (count === 1 ? '1 second' : `${count} seconds`),
  minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
  theme: {
    label: 'Colour theme',
    light: 'Light',
    dark: 'Dark',
    system: 'System',
  },
  errors: {
    notFoundTitle: 'This paste is gone, or the link is wrong',
    notFoundText:
      'The paste expired, was deleted, or burned after reading. Or the link is not complete: compare it with the link you received. For a paste that burns, the sender sees whether and when it was opened.',
    pageNotFoundTitle: 'This page does not exist',
    pageNotFoundText: 'Check the address for typing errors.',
    serverErrorTitle: 'The server had an error',
    serverErrorText: 'Try again. If the error stays, tell the people who run this site the number below.',
    requestId: 'Request',
    tryAgain: 'Try again',
    startOver: 'Write a new paste',
  },
} as const;
