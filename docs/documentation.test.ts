/** Documentation names files that exist, and the index has every decision with its title, date and status. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DECISIONS = join(ROOT, 'docs/decisions');
/** All pages but the changelog, which tells history: what it names may be gone. */
const PAGES = [
  ...readdirSync(ROOT),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
].filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md');
const FOLDERS = 'app|bench|cli|components|deploy|docs|e2e|lib|prisma|scripts|server|worker|\\.github';
/** A path in backticks that begins with a folder of the project. */
const NAMED_PATH = new RegExp(`\`((?:${FOLDERS})/[\\w@./[\\]-]+)\``, 'g');
const LINK = /\]\(([^)\s]+)\)/g;

const read = (page: string) => readFileSync(join(ROOT, page), 'utf8');
const SCRIPTS = new Set(Object.keys(JSON.parse(read('package.json')).scripts));
const prose = (page: string) => read(page).replace(/^```[\s\S]*?^```/gm, '');

describe('documentation', () => {
  it.each(PAGES)('%s names only paths that exist', (page) => {
    const named = [...prose(page).matchAll(NAMED_PATH)].map(([, path]) => path as string);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it.each(PAGES)('%s names only scripts of npm that exist', (page) => {
    const named = [...read(page).matchAll(/npm run (?:--?\w+ )*([\w:-]+)|`((?:check|start|test):[\w-]+)`/g)].map(
      ([, run, name]) => run ?? name,
    );
    expect(named.filter((name) => !SCRIPTS.has(String(name)))).toEqual([]);
  });

  it.each(PAGES)('%s links only to pages and headings that exist', (page) => {
    const links = [...prose(page).matchAll(LINK)].map(([, link]) => link as string).filter((link) => !/^[a-z]+:/.test(link));
    expect(links.filter((link) => !isThere(page, link))).toEqual([]);
  });
});

describe('a decision', () => {
  const decisions = readdirSync(DECISIONS).filter((name) => name !== 'README.md');

  it.each(decisions)('%s has a number, a date and a status', (name) => {
    const [title, , status] = read(`docs/decisions/${name}`).split('\n');
    expect(name).toMatch(/^\d{4}-[a-z0-9-]+\.md$/);
    expect(title).toMatch(new RegExp(`^# ${name.slice(0, 4)}\\. \\S`));
    expect(status).toMatch(/^\d{4}-\d\d-\d\d · (accepted|superseded by \[\d{4}\])/);
  });

  it('has a number of its own', () => {
    const numbers = decisions.map((name) => name.slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it.each(decisions)('%s stands in the index with its title, date and status', (name) => {
    const [title, , line] = read(`docs/decisions/${name}`).split('\n') as [string, string, string];
    const [date, status] = line.replace(/\[(\d{4})\]\([^)]*\)/g, '$1').split(' · ');
    const rows = read('docs/decisions/README.md')
      .split('\n')
      .filter((row) => row.startsWith(`| [${name.slice(0, 4)}](${name})`));
    expect(rows.map((row) => row.split(' | ').slice(1))).toEqual([[title.replace(/^# \d{4}\. /, ''), date, `${status} |`]]);
  });
});

function isThere(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const file = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, file))) return false;
  return heading === undefined || !file.endsWith('.md') || headingsOf(file).includes(heading);
}

/** As GitHub names them. */
function headingsOf(page: string): string[] {
  return [...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    (heading as string)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
}
