import { expect, it } from 'vitest';
import { localPath } from './local-path';

it.each([
  ['/', '/'],
  ['/view/abc?raw', '/view/abc?raw'],
  ['/account/cli?port=1&state=a%2Fb', '/account/cli?port=1&state=a%2Fb'],
  ['/view/abc#key', '/view/abc'],
  ['/a/../b', '/b'],
])('%s leads to %s', (text, path) => expect(localPath(text)).toBe(path));

it.each([
  '',
  'view',
  'https://evil.example',
  'javascript:alert(1)',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' /view',
  '/a\\b',
  '/..//evil.example',
  '/.//evil.example',
  `/${'x'.repeat(1_000)}`,
  undefined,
  ['/view'],
])('%j leads nowhere', (text) => expect(localPath(text)).toBeNull());
