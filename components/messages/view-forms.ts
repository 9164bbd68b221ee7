/** The words of the other forms of a text. The browser loads them with a text that has one. */
export const formMessages = {
  format: 'Format',
  colours: 'Colours',
  /** Accessible names, which begin with the visible words. */
  buttons: { json: 'Format the JSON', xml: 'Format the XML', ansi: 'Colours of the log' },
  problems: {
    'not-valid': 'The text is not complete JSON or XML.',
    'too-large': 'The formatted text would be over 32 MiB, the limit. It is nested too deep.',
    'too-slow': 'Formatting this text takes too long.',
    'not-loaded': 'A part of this page did not load. Check your connection and try again.',
  },
} as const;
