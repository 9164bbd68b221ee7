interface Part {
  id: string;
  title: string;
  paragraphs: readonly string[];
}

import { PROGRAM_NAME } from '#lib/site/site.rules';

export const howMessages = {
  title: 'How it works',
  intro: 'This site turns a text into a link. Anybody with the link can read the text until the paste expires, is deleted, or burns.',
  parts: [
    {
      id: 'encryption',
      title: 'Your browser encrypts the text',
      paragraphs: [
        'With “Encrypt in my browser” on, your browser encrypts the text and its title before it sends them. The key is the part of the link after #. Browsers don’t send that part, so this server never has it and can’t read the paste. Browsers encrypt only on HTTPS pages.',
        'The key stays in the address of the page, so the address is a link you can copy or keep as a bookmark. Your browser’s history then holds the key too. A private window keeps no history. With a password, the key in the history does not open the paste.',
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
      id: 'requests',
      title: 'You can ask for a secret',
      paragraphs: [
        'A request link lets somebody send you a secret. Your browser makes a pair of keys and keeps the private one. The other person’s browser encrypts with the public one, so that only your browser can read what they send.',
        'The part of the link after # is a fingerprint of the public key. If this server, or anybody else, shows another key, the other person’s browser refuses to send. When you lose the browser, you lose the key: nobody else has it.',
      ],
    },
    {
      id: 'limits',
      title: 'What this site can’t do',
      paragraphs: [
        'This site can’t stop a reader from copying the text. It can’t protect a browser or device that somebody else controls. The people who run this server could change its pages. If that matters, encrypt with the command-line client.',
      ],
    },
    {
      id: 'source',
      title: 'Source',
      paragraphs: [
        `This site runs ${PROGRAM_NAME}, which is free software under the MIT licence. You can run it yourself. The folder docs of the source describes the security model and the format of encrypted pastes.`,
      ],
    },
  ] satisfies Part[],
  ask: 'Ask somebody for a secret',
  api: 'Create pastes from a script: the API',
} as const;
