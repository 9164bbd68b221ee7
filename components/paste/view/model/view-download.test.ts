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
    ['Makefile', 'makefile', 'Makefile'],
    ['Version 1.2', 'plaintext', 'Version 1.2.txt'],
    ['Meeting 12.30', 'markdown', 'Meeting 12.30.md'],
    ['www.example.com', 'plaintext', 'www.example.com.txt'],
    ['nginx config for www.example.com', 'nginx', 'nginx config for www.example.com.conf'],
    ['backup.tar.gz', 'plaintext', 'backup.tar.gz'],
    ['con.txt', 'plaintext', '_con.txt'],
    ['src/a.ts', 'typescript', 'src a.ts'],
    ['../../etc/passwd', 'plaintext', 'etc passwd.txt'],
    ['invoice\u202Efdp.exe', 'plaintext', 'invoice fdp.exe'],
    ['???', 'json', `${ID}.json`],
    ['長い題名'.repeat(60), 'plaintext', `${'長い題名'.repeat(16)}長.txt`],
    [`${'x'.repeat(250)}.sql`, 'sql', `${'x'.repeat(196)}.sql`],
  ])('of %j in %s is %j', (title, syntax, expected) => {
    expect(fileName(title, syntax, ID)).toBe(expected);
  });
});
