/** Names that could be taken for somebody else's. */
import { describe, expect, it } from 'vitest';
import { isNewUserName, lookOf } from './user-name';

describe('a new name', () => {
  it.each([
    'anna',
    'Zoë',
    'Müller-2',
    'user.name_1@example-host',
    'Анна',
    'Ελένη',
    '9lives',
    'بشار',
    '名前',
    'カナkana',
    '김-kim',
    'x'.repeat(64),
  ])('may be %j', (name) => expect(isNewUserName(name)).toBe(true));

  it.each([
    ['Cyrillic among Latin letters', 'аnna'],
    ['Greek among Latin letters', 'αnna'],
    ['Cyrillic among Greek letters', 'Ελένа'],
    ['letters of full width', 'ａｎｎａ'],
    ['mathematical letters', '𝐚nna'],
    ['a ligature', 'ﬁona'],
    ['letters of a script that nobody writes today', '𐌀𐌍'],
    ['digits of another script', 'anna٣'],
    ['no letter at its beginning', '-anna'],
  ])('has no %s', (_, name) => expect(isNewUserName(name)).toBe(false));
});

it.each([
  ['асе', 'ace'],
  ['Вера', 'Bepa'],
  ['paypa1', 'paypal'],
  ['modern', 'rnodern'],
])('%s looks like %s', async (one, other) => expect(await lookOf(one)).toBe(await lookOf(other)));

it('names that are read apart look different', async () => {
  const names = ['anna', 'Анна', 'ana', 'anna-2', 'änna', 'bert'];
  expect(new Set(await Promise.all(names.map(lookOf))).size).toBe(names.length);
});
