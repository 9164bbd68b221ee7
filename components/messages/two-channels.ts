export const twoChannelsMessages = {
  title: 'Send the link and its key apart',
  text: 'Somebody who has only the link or only the key can’t read the paste. The page of the link asks for the key.',
  copyLink: 'Copy the link without its key',
  copyKey: 'Copy the key',
  said: {
    link: 'Link without its key copied',
    key: 'Key copied',
    failed: 'Your browser does not let this page copy. Copy the parts of the link before and after # by hand.',
  },
} as const;
