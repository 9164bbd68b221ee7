import { describe, expect, it } from 'vitest';
import { CliError, EXIT } from './exit';
import { parseRequestId, parseRequestLink } from './request-target';

const ID = 'qD0PmT6hXc3nWv8sJ1yKbE5u';
const THUMBPRINT = '21ewRe4gY2uvzhuDCQgUsjFO5WUCb463aDu3c1zlqYA';
const LINK = `https://p.example/request/${ID}#${THUMBPRINT}`;

const codeOf = (parse: () => unknown) => {
  try {
    parse();
  } catch (error) {
    return error instanceof CliError && !error.message.includes(THUMBPRINT.slice(0, 8)) ? error.code : error;
  }
};

describe('the link of a request', () => {
  it('has the address, the id and the thumbprint, also below a path', () => {
    expect(parseRequestLink(`${LINK}\n`)).toEqual({ baseUrl: 'https://p.example', requestId: ID, thumbprint: THUMBPRINT });
    expect(parseRequestLink(LINK.replace('/request', '/paste/request')).baseUrl).toBe('https://p.example/paste');
  });

  it.each(['', `#${THUMBPRINT.slice(1)}`, `#${THUMBPRINT}A`, `#${THUMBPRINT.slice(0, -1)}B`])(
    'whose thumbprint is %j is a wrong key, and is not quoted',
    (fragment) => {
      expect(codeOf(() => parseRequestLink(LINK.replace(/#.*/, fragment)))).toBe(EXIT.wrongKey);
    },
  );

  it.each([ID, `https://p.example/view/${ID}#${THUMBPRINT}`, `ftp://p.example/request/${ID}#${THUMBPRINT}`, 'x'])('is not %s', (text) => {
    expect(codeOf(() => parseRequestLink(text))).toBe(EXIT.usage);
  });

  it('names a request as its id does', () => {
    expect([parseRequestId(LINK), parseRequestId(ID)]).toEqual([ID, ID]);
    expect(codeOf(() => parseRequestId('x'))).toBe(EXIT.usage);
  });
});
