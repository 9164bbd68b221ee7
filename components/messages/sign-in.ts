export const signInMessages = {
  signIn: {
    title: 'Sign in',
    heading: 'Sign in with your key',
    headingWithProvider: 'Sign in',
    text: 'Your account lists the pastes that you create while signed in. Only you can extend or delete them.',
    key: 'API key',
    keyHint: 'The key begins with sp_. This browser does not store it.',
    submit: 'Sign in',
    registerText: 'No key yet?',
    register: 'Create an account',
    closed: 'No key yet? The people who run this site can create one:',
    closedCommand: 'npm run -s admin -- key create --user NAME',
  },

  provider: {
    button: (name: string) => `Sign in with ${name}`,
    or: 'Or with your key',
  },

  gate: {
    title: 'Sign in to read',
    text: 'On this site only people with an account read pastes. After signing in you come back here.',
    returning: 'You are signed in.',
    continue: 'Continue to the page',
  },

  client: {
    signInTitle: 'Sign in for sealpaste',
    signInText: 'The command-line client on your computer asks for a key of your account. Sign in first.',
    title: 'Allow sealpaste?',
    text: (machine: string) => `A program on this computer asks for a key of your account. The program calls the computer “${machine}”.`,
    rights: 'The key can create, read, extend and delete your pastes. You can revoke it under Keys.',
    warning: 'Allow this only if you have just run “sealpaste login”.',
    allow: 'Allow',
    cancel: 'Do not allow',
    invalidTitle: 'This address is not complete',
    invalid: 'Run “sealpaste login” again and open the whole address that it prints.',
  },
};
