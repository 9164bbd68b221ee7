import { expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
const load = (environment: Record<string, string>) => loadConfig({ MASTER_KEY, ...environment } as never, '/srv/sealpaste');

function problemOf(environment: Record<string, string>): string {
  try {
    load(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).problems.join('\n');
  }
  return '';
}

it('a host without settings has the name of the program', () => {
  expect(load({}).SITE_NAME).toBe('Sealpaste');
});

it('a name of 40 characters is taken, and one more is refused', () => {
  expect(load({ SITE_NAME: 'x'.repeat(40) }).SITE_NAME).toHaveLength(40);
  expect(problemOf({ SITE_NAME: 'x'.repeat(41) })).toBe('SITE_NAME: expected at most 40 characters');
  expect(problemOf({ SITE_NAME: 'two\nlines' })).toMatch(/^SITE_NAME: expected one line/);
  expect(problemOf({ SITE_NOTICE: '  ' })).toBe('SITE_NOTICE: expected a text');
});

it('one colour is for the light theme, and the dark theme gets a readable shade', () => {
  const { SITE_COLOR } = load({ SITE_COLOR: '#8B0000' });
  expect(SITE_COLOR?.light).toEqual([139, 0, 0]);
  expect(SITE_COLOR?.dark).not.toEqual(SITE_COLOR?.light);
});

it('two colours are those of the light and the dark theme', () => {
  expect(load({ SITE_COLOR: '#8b0000, #ffaaaa' }).SITE_COLOR).toEqual({ light: [139, 0, 0], dark: [255, 170, 170] });
});

it.each([
  ['#ff9900', 'light'],
  ['#8b0000,#8b0000', 'dark'],
])('a colour with little contrast is refused, and a readable shade named: %s', (text, theme) => {
  const [, better = ''] =
    new RegExp(`^SITE_COLOR: its contrast in the ${theme} theme is \\d\\.\\d:1, expected at least 4.5:1 \\((#\\w{6}) has it\\)$`).exec(
      problemOf({ SITE_COLOR: text }),
    ) ?? [];
  expect(problemOf({ SITE_COLOR: theme === 'light' ? better : `#8b0000,${better}` })).toBe('');
});

it('a contrast just below the limit is not rounded up to it', () => {
  expect(problemOf({ SITE_COLOR: '#277e0c' })).toMatch(/ 4\.4:1, expected at least 4\.5:1/);
});

it.each(['red', '#123', '#123456,#123456,#123456', ','])('SITE_COLOR=%s is refused', (text) => {
  expect(problemOf({ SITE_COLOR: text })).toBe('SITE_COLOR: expected #rrggbb, or two with a comma between them');
});

it.each(['https://acme.example/imprint', 'mailto:law@acme.example', '/docs/how'])('a link to %s is taken', (LINK_IMPRINT) => {
  expect(load({ LINK_IMPRINT }).LINK_IMPRINT).toBe(LINK_IMPRINT);
});

it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example/', '/\\evil.example', 'imprint', 'https://a.example/ b'])(
  'a link to %s is refused',
  (LINK_IMPRINT) => {
    expect(problemOf({ LINK_IMPRINT })).toMatch(/^LINK_IMPRINT: expected an https:/);
    expect(problemOf({ LINKS: `Help=${LINK_IMPRINT}` })).toMatch(/^LINKS: expected at most 8/);
  },
);

it('links keep their order, and an address keeps its own equals signs', () => {
  expect(load({ LINKS: 'Help=https://a.example/?q=1, Status=/status' }).LINKS).toEqual([
    { label: 'Help', href: 'https://a.example/?q=1' },
    { label: 'Status', href: '/status' },
  ]);
  expect(problemOf({ LINKS: Array.from({ length: 9 }, (_, index) => `L${index}=/x`).join(',') })).toMatch(/^LINKS: /);
  expect(problemOf({ LINKS: '=/x' })).toMatch(/^LINKS: /);
});

it('abuse is told to an e-mail address or a page', () => {
  expect(load({ ABUSE_CONTACT: 'abuse@acme.example' }).ABUSE_CONTACT).toBe('mailto:abuse@acme.example');
  expect(load({ ABUSE_CONTACT: 'https://acme.example/abuse' }).ABUSE_CONTACT).toBe('https://acme.example/abuse');
  expect(problemOf({ ABUSE_CONTACT: 'abuse' })).toBe('ABUSE_CONTACT: expected an e-mail address or an https:// address');
});

it('reports are told to an address of the web, which may have a token', () => {
  expect(load({ REPORT_WEBHOOK: 'http://10.0.0.5:8080/hook?token=x' }).REPORT_WEBHOOK).toBe('http://10.0.0.5:8080/hook?token=x');
  for (const REPORT_WEBHOOK of ['hook', 'ftp://a.example/', 'https://a.example/#x'])
    expect(problemOf({ REPORT_WEBHOOK })).toBe('REPORT_WEBHOOK: expected an http:// or https:// URL');
});
