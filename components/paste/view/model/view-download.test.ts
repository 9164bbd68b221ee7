import { describe, expect, it } from 'vitest';
import { fileName } from './view-download';

const ID = 'nLHsK5iSvE7sXvjZbu1vPuAN';

describe('a file name', () => {
  it.each([
    ['server.ts', 'typescript', 'server.ts'],
    ['Dockerfile', 'docker', 'Dockerfile'],
    ['.gitignore', 'plaintext', '.gitignore'],
    ['My notes', 'markdown', 'My notes.md'],
    ['', 'python', `${ID}.py`],
    ['', 'something-else', `${ID}.txt`],
    ['src/a.ts', 'typescript', 'src a.ts'],
    ['../../etc/passwd', 'plaintext', 'etc passwd.txt'],
    ['invoice\u202Efdp.exe', 'plaintext', 'invoice fdp.exe'],
    ['???', 'json', `${ID}.json`],
  ])('of %j in %s is %j', (title, syntax, expected) => {
    expect(fileName(title, syntax, ID)).toBe(expected);
  });
});
