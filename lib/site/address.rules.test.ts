import { afterEach, expect, it, vi } from 'vitest';
import { addressOf, cookiePath, withBasePath, withoutBasePath } from './address.rules';

afterEach(() => void vi.unstubAllEnvs());

it('at the root of a host every address is as it is written', () => {
  expect([addressOf('/'), addressOf('/view/x#k'), cookiePath()]).toEqual(['/', '/view/x#k', '/']);
  for (const target of ['/', '/view/x?raw', '/paste/x', '*'])
    expect([withoutBasePath(target), withBasePath(target)]).toEqual([target, target]);
});

it('below a path every address begins with it', () => {
  vi.stubEnv('BASE_PATH', '/a/paste');
  expect([addressOf('/'), addressOf('/view/x#k'), cookiePath()]).toEqual(['/a/paste/', '/a/paste/view/x#k', '/a/paste']);
});

it.each([
  ['/paste', '/', '/paste'],
  ['/paste/', '/', '/paste'],
  ['/paste?a=b', '/?a=b', '/paste?a=b'],
  ['/paste/view/x?raw', '/view/x?raw', '/paste/view/x?raw'],
  ['/view/x', '/view/x', '/paste/view/x'],
  ['/paste.md', '/paste.md', '/paste/paste.md'],
  ['/pastes/x', '/pastes/x', '/paste/pastes/x'],
])('of a request for %s our routes see %s and Next %s', (target, ours, next) => {
  expect(withoutBasePath(target, '/paste')).toBe(ours);
  expect(withBasePath(ours, '/paste')).toBe(next);
});
