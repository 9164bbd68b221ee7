export const keyFormMessages = {
  label: 'Link or key',
  hint: 'Paste the whole link or only its key. The key stays in your browser.',
  button: 'Open with this key',
  problems: {
    invalid: 'This is not a key. A key has 43 characters. Copy the whole link again.',
    'other-paste': 'This link belongs to another paste.',
    same: 'This page has already tried this key.',
  },
  openOther: 'Open that paste',
} as const;
