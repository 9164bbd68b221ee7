/** The estimated strength of passwords, and suggested ones. */
import { expect, it, vi } from 'vitest';
import { suggestPassword } from './password-field';
import { passwordStrength } from './password-strength';

it.each([
  'a',
  '1234',
  '123456789012345678901234567890',
  'password',
  'P@ssw0rd123',
  'Passw0rd!2024',
  'pASSWORDpASSWORDpASSWORD',
  'qwertyuiop',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc4rfv',
  'iloveyou2',
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  'abcabcabcabcabcabcabcabcabc',
  'abcdefghijklmnopqrstuvwxyz',
  'Summer2024!',
  'Charlotte1987',
  '19871203',
  '1111 2222 3333',
  'ÄÖÜäöü',
  'correct horse',
  'Tr0ub4dor',
])('%s is weak', (password) => {
  expect(passwordStrength(password)).toBe('weak');
});

it.each(['horse battery staple', 'correct horse battery staple', 'kT8$wq2Z!'])('%s is fair', (password) => {
  expect(passwordStrength(password)).toBe('fair');
});

it.each(['correct horse battery staple window', 'xK4#p2vQ!m9Zs7', '7k2mw-x9fpd-qa4vt-n83hj', '4f9d2c81b07e6a3558d1'])(
  '%s is strong',
  (password) => {
    expect(passwordStrength(password)).toBe('strong');
  },
);

it('a longer password is never said to be weaker for one more word', () => {
  const order = ['weak', 'fair', 'strong'];
  let password = '';
  let before = 0;
  for (const word of ['stove', 'Lamp7', 'quiet', 'river', 'ochre', 'tunnel']) {
    password += `${word} `;
    const now = order.indexOf(passwordStrength(password));
    expect(now).toBeGreaterThanOrEqual(before);
    before = now;
  }
  expect(before).toBe(2);
});

it.each(['x'.repeat(1_000_000), 'ab'.repeat(500_000), '\u{1F600}'.repeat(10_000), '\u0130\u0130password', '\ud800', '\0\ue000'])(
  'a password of any length and any characters is judged (case %#)',
  (password) => {
    expect(['weak', 'fair', 'strong']).toContain(passwordStrength(password));
  },
);

it('a suggested password has 20 characters of 32, from cryptographic random bytes', () => {
  const random = vi.spyOn(crypto, 'getRandomValues');
  const math = vi.spyOn(Math, 'random');
  expect(suggestPassword()).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{5}-){3}[0-9a-hjkmnp-tv-z]{5}$/);
  expect(random).toHaveBeenCalledTimes(1);
  expect(random.mock.calls[0]?.[0]).toHaveLength(20);
  expect(math).not.toHaveBeenCalled();
});

it('every character of a suggested password is equally likely', () => {
  const counts = new Map<string, number>();
  for (let first = 0; first < 256; first += 16) {
    vi.spyOn(crypto, 'getRandomValues').mockImplementationOnce((bytes) => {
      (bytes as Uint8Array).set(Array.from({ length: 20 }, (_, index) => (index < 16 ? first + index : 0)));
      return bytes;
    });
    for (const character of suggestPassword().replaceAll('-', '').slice(0, 16)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  expect(counts.size).toBe(32);
  expect([...new Set(counts.values())]).toEqual([8]);
});

it('no two suggestions are the same', () => {
  expect(new Set(Array.from({ length: 1_000 }, suggestPassword)).size).toBe(1_000);
});
