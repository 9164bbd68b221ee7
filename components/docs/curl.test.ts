import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { toCurl } from './request';

/** Splits a command into words, by a real shell. */
function words(command: string): string[] {
  return execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
}

it('a read is the address and nothing else', () => {
  expect(toCurl({ method: 'GET', url: 'https://paste.example/api/v1/pastes', headers: {}, body: null })).toBe(
    'curl -s https://paste.example/api/v1/pastes',
  );
});

it.each([
  ['POST', '{"content": "x"}', ['-s']],
  ['DELETE', null, ['-s', '-X', 'DELETE']],
  ['PATCH', '{}', ['-s', '-X', 'PATCH']],
  ['HEAD', null, ['-sI']],
])('%s is said only where curl would not do it by itself', (method, body, flags) => {
  expect(words(toCurl({ method, url: 'http://localhost/x', headers: {}, body })).slice(1, 1 + flags.length)).toEqual(flags);
});

it.each(["it's", '$(touch /tmp/x)', '`id`', '"; rm -rf ~', 'a\nb', '\\', '@/etc/passwd', '!!', "''", 'ünïcode 😀'])(
  'nothing in a request is run or changed by the shell: %j',
  (text) => {
    const url = `http://localhost/${text}?q=${text}`;
    expect(words(toCurl({ method: 'POST', url, headers: { 'X-Api-Key': text }, body: text }))).toEqual([
      'curl',
      '-s',
      url,
      '-H',
      `X-Api-Key: ${text}`,
      '--data-raw',
      text,
    ]);
  },
);
