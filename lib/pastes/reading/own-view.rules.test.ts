import { expect, it } from 'vitest';
import { hasMadeCookie, madeCookie } from './own-view.rules';

it('a browser made a paste when it has the cookie, among others too', () => {
  const [cookie = ''] = madeCookie('A'.repeat(24), true).split(';');
  for (const cookies of [cookie, `theme=dark; ${cookie}`, `${cookie}; theme=dark`]) expect(hasMadeCookie(cookies)).toBe(true);
});

it.each([null, '', 'xmade=1', 'made=10', 'made=', 'made=0', 'theme=made=1', 'a=b; xmade=1', 'made%3D1'])(
  'a browser with %j made none',
  (cookies) => {
    expect(hasMadeCookie(cookies)).toBe(false);
  },
);
