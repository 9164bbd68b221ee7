interface Part {
  id: string;
  title: string;
  paragraphs: readonly string[];
}

/** The words of the page “How it works”. */
export const howMessages = {
  title: 'How it works',
  intro: 'Sealpaste turns a text into a link. Anybody with the link can read the text until the paste expires, is deleted, or burns.',
  parts: [
    {
      id: 'encryption',
      title: 'Your browser encrypts the text',
      paragraphs: [
        'With “Encrypt in my browser” on, your browser encrypts the text and its title before it sends them. The key is the part of the link after #. Browsers don’t send that part, so this server never has it and can’t read the paste.',
        'The key stays in the address of the page, so the address is a link you can copy or keep as a bookmark. Your browser’s history then holds the key too. To avoid that, use a private window or a password.',
        'With the switch off, the server encrypts the paste, has the key, and can read the paste.',
      ],
    },
    {
      id: 'password',
      title: 'A password protects a leaked link',
      paragraphs: [
        'A reader then needs the link and the password. Send them in different messages. The password never leaves the browser.',
      ],
    },
    {
      id: 'burn',
      title: 'A paste that burns is read once',
      paragraphs: [
        'The server sends the paste once and then deletes it. Opening the page deletes nothing: the reader has to press a button. A wrong key or password deletes nothing.',
        'The page with your link and the manage link both show whether and when the paste was opened.',
      ],
    },
    {
      id: 'expiry',
      title: 'Pastes expire',
      paragraphs: ['After the time you chose, the link no longer works. The manage link extends or deletes the paste before that.'],
    },
    {
      id: 'limits',
      title: 'What Sealpaste can’t do',
      paragraphs: [
        'Sealpaste can’t stop a reader from copying the text. It can’t protect a browser or device that somebody else controls. The people who run this server could change its pages. If that matters, encrypt with the command-line client.',
      ],
    },
    {
      id: 'source',
      title: 'Source',
      paragraphs: [
        'Sealpaste is free software under the MIT licence. You can run it yourself. The folder docs of the source describes the security model and the format of encrypted pastes.',
      ],
    },
  ] satisfies Part[],
  api: 'Create pastes from a script: the API',
} as const;
