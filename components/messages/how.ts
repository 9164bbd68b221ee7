interface Part {
  id: string;
  title: string;
  paragraphs: readonly string[];
}

/** What the page says that explains the service. */
export const howMessages = {
  title: 'How it works',
  intro: 'Sealpaste turns text into a link. Whoever has the link can read the text until it expires, is deleted, or burns.',
  parts: [
    {
      id: 'encryption',
      title: 'Your browser encrypts the text',
      paragraphs: [
        'With “Encrypt in my browser” on, your browser encrypts the text and its title before it sends them. The key is the part of the link after #. Browsers don’t send that part, so this server never has it and can’t read the paste.',
        'The key stays in the address of the page, so the address is a link you can copy or keep as a bookmark. Your browser’s history then holds the key, too. Use a private window or a password where that matters.',
        'With the switch off, the server encrypts the paste before it stores it. The server holds that key and can read the paste.',
      ],
    },
    {
      id: 'password',
      title: 'A password makes the link alone useless',
      paragraphs: [
        'With a password, a reader needs the link and the password. Send the password another way than the link. The password never leaves the browser.',
      ],
    },
    {
      id: 'burn',
      title: 'A paste that burns is read once',
      paragraphs: [
        'The server hands the paste out once and then deletes it. Looking at the page deletes nothing: the reader has to press a button. A wrong key or password deletes nothing either.',
        'You see on the page with your link, and behind the manage link, whether and when it was opened.',
      ],
    },
    {
      id: 'expiry',
      title: 'Pastes expire',
      paragraphs: ['After the time you chose the link opens nothing any more. The manage link extends or deletes the paste before that.'],
    },
    {
      id: 'limits',
      title: 'What Sealpaste can’t do',
      paragraphs: [
        'It can’t keep a reader from copying what they read, and it can’t protect a browser or device that somebody else controls. Whoever runs this server could change the pages it serves. Where that matters, encrypt with a program of your own: the API takes the same format.',
      ],
    },
    {
      id: 'source',
      title: 'Source',
      paragraphs: [
        'Sealpaste is free software under the MIT licence. Whoever runs this site can give you the source, and you can run it yourself. The security model and the format of encrypted pastes are described in its folder docs.',
      ],
    },
  ] satisfies Part[],
  api: 'Use it from a script: the API',
} as const;
