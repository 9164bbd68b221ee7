/** What the form says that takes the key a link lacks. */
export const keyFormMessages = {
  label: 'Link or key',
  hint: 'Paste the whole link, or its key alone. The key stays in your browser.',
  button: 'Open with this key',
  problems: {
    invalid: 'That key isn’t valid. A key has 43 characters: copy the whole link again.',
    'other-paste': 'That link leads to another paste.',
    same: 'That is the key this page has tried already.',
  },
  openOther: 'Open that paste',
} as const;
