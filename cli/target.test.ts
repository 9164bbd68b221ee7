import { describe, expect, it } from 'vitest';
import { CliError, EXIT } from './exit';
import { parseBaseUrl, parseOwnRequest, parseRequestLink, parseTarget } from './target';

const ID = 'yTFk30gcJuVvqs9M2GbEeXnA';
const KEY = 'm2OIJiffvcK74Zrvt882sumj6YXVx5blCLG9vw_RL-4';

describe('a link', () => {
  it.each([
    [`https://p.example/view/${ID}#KEY`, 'https://p.example', 'KEY'],
    [`https://p.example/view/${ID}#KEY&L3-L9`, 'https://p.example', 'KEY'],
    [`https://p.example/view/${ID}#L3`, 'https://p.example', null],
    [` http://h:3000/sub/raw/${ID}\n`, 'http://h:3000/sub', null],
    [`https://p.example/${ID}?raw#KEY`, 'https://p.example', 'KEY'],
    [`${ID}#KEY`, 'https://set.example', 'KEY'],
    [`<https://p.example/view/${ID}/#${KEY}>.`, 'https://p.example', KEY],
    [`https://p.example/view/${ID}%23${KEY}?utm_source=x`, 'https://p.example', KEY],
  ])('%j says where, which and the key', (text, baseUrl, key) => {
    expect(parseTarget(text, 'https://set.example')).toEqual({ baseUrl, publicId: ID, key });
  });

  it.each([
    '',
    'x',
    'https://p.example/',
    `ftp://p.example/view/${ID}#S3CRET`,
    `https://p.example/view/${ID}x#S3CRET`,
    `https://u:S3CRET@p.example/view/${ID}/x`,
  ])('%j is refused without being repeated', (text) => {
    expect(() => parseTarget(text, null)).toThrow(/^(?!.*S3CRET)/);
  });

  it('that is only an id needs an address', () => {
    expect(() => parseTarget(ID, null)).toThrow(/SEALPASTE_URL/);
  });
});

it.each(['p.example', 'file:///etc', 'https://p.example/?x', 'https://p.example/#x'])('%j is no address of a service', (text) => {
  expect(() => parseBaseUrl(text)).toThrow(/address/);
});

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
    expect(parseRequestLink(`${LINK}\n`)).toEqual({
      baseUrl: 'https://p.example',
      requestId: ID,
      thumbprint: THUMBPRINT,
      labelKey: '',
    });
    expect(parseRequestLink(LINK.replace('/request', '/paste/request')).baseUrl).toBe('https://p.example/paste');
  });

  it('has the key of what is asked for behind the thumbprint', () => {
    const labelKey = 'A'.repeat(43);
    expect(parseRequestLink(`${LINK}.${labelKey}.`)).toMatchObject({ thumbprint: THUMBPRINT, labelKey });
    expect(parseRequestLink(`<${LINK.replace('#', '%23')}%2E${labelKey}>`)).toMatchObject({ thumbprint: THUMBPRINT, labelKey });
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
    for (const text of [LINK, ID]) expect(parseOwnRequest(text)).toEqual({ requestId: ID, inbox: null });
    const inboxLink = LINK.replace('/request/', '/inbox/');
    expect(parseOwnRequest(inboxLink).inbox).toEqual({ baseUrl: 'https://p.example', requestId: ID, inboxKey: THUMBPRINT });
    expect(codeOf(() => parseOwnRequest(inboxLink.slice(0, -1)))).toBe(EXIT.usage);
    expect(codeOf(() => parseOwnRequest('x'))).toBe(EXIT.usage);
  });
});
