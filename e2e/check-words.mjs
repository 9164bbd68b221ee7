// @ts-check
/**
 * Fails when a comment begins with a word that hides its subject, when the title of a test has 80 characters or more, when
 * a file has a suffix that is no role, when a style names a side that is another one in languages from right to left, or when no
 * source names an English sentence.
 * Our own, since linters know none of these rules.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const ROOTS = ['app', 'bench', 'cli', 'components', 'e2e', 'extension', 'lib', 'prisma', 'scripts', 'server', 'static-pages', 'worker'];
const SOURCE = /\.(tsx?|mjs|css|prisma)$/;
const NOT_LOOKED_AT = /(^|\/)(generated|node_modules)\/|\.generated\.ts$/;
const TESTED = /\.(test|spec)\.tsx?$/;
const MAX_TITLE = 79;

/** The roles of ARCHITECTURE.md: in a domain, in an interface, and for tools. A plain name has no dot: `paste-claims.ts`. */
const ROLES = new Set([
  ...['schema', 'rules', 'service', 'repository', 'presenter', 'errors'],
  ...['api', 'client', 'worker'],
  ...['test', 'isolated', 'spec', 'setup', 'config', 'module', 'generated', 'd'],
]);

/** The first words of a block comment, or of the first of several lines of comment. */
const COMMENT = /\/\*+\s*(?:\*\s*)?(?<block>\S.*)|(?<!\/\/ .*\n\s*)(?:^|[\s;,({])\/\/+ (?<line>.+)/gm;
const SUBJECT_HIDDEN = /^(Of|By|As|Who|Whose|What|Without)\b/;

/** The title in `it('…'`, `test.each(…)('…'` and their like. */
const TITLE =
  /(?:\b(?:it|test)(?:\.\w+)*\(|\)\()\s*(?<quote>['"`])(?<title>(?:\\.|(?!\k<quote>)[^\\])*)\k<quote>,\s*(?:\{[^}]*\},\s*)?(?:async\b|\(|\w+ =>)/g;

/** Declarations of one side, and four values whose sides differ. */
const ONE_SIDE =
  /(?<![\w-])(?:(?:(?:scroll-)?(?:margin|padding)|border(?:-top|-bottom)?)-)?(?:left|right)(?:-\w+)?:|(?:text-align|float|clear): (?:left|right);/g;
const VALUE = String.raw`([^\s();]*\((?:[^()]|\([^()]*\))*\)|[^\s();]+)`;
const FOUR_SIDES = new RegExp(`(?:margin|padding|inset|border-(?:width|style|color)): ${VALUE} ${VALUE} ${VALUE} ${VALUE};`, 'g');
/** Styles of lines of code, which read from left to right in all languages, and of columns, whose sides a cell that reads from the right doesn't change. */
const HAS_SIDES = new Set([
  'components/paste/view/text/large-text.module.css',
  'components/paste/view/text/lines.module.css',
  'components/paste/view/renditions/table.module.css',
  'components/paste/view/markdown/markdown-table.module.css',
]);

/** @type {{ name: string, isIn(file: string): boolean, find(text: string, file: string): string[] }[]} */
const RULES = [
  {
    name: 'a comment names its subject first',
    isIn: () => true,
    find: (text) =>
      [...text.matchAll(COMMENT)]
        .map(({ groups }) => (groups?.block ?? groups?.line ?? '').trim())
        .filter((words) => SUBJECT_HIDDEN.test(words)),
  },
  {
    name: `the title of a test has at most ${MAX_TITLE} characters`,
    isIn: (file) => TESTED.test(file),
    find: (text) => [...text.matchAll(TITLE)].map(({ groups }) => groups?.title ?? '').filter((title) => title.length > MAX_TITLE),
  },
  {
    name: 'the suffix of a file is a role',
    isIn: () => true,
    find: (_, file) =>
      basename(file)
        .split('.')
        .slice(1, -1)
        .filter((suffix) => !ROLES.has(suffix)),
  },
  {
    name: 'a style names start and end, not left and right',
    isIn: (file) => file.endsWith('.css') && !HAS_SIDES.has(file),
    find: (text) => [
      ...[...text.matchAll(ONE_SIDE)].map(([found]) => found),
      ...[...text.matchAll(FOUR_SIDES)].filter(([, , right, , left]) => right !== left).map(([found]) => found),
    ],
  },
];

const files = ROOTS.flatMap((root) => readdirSync(root, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => SOURCE.test(file) && !NOT_LOOKED_AT.test(file));

const problems = RULES.flatMap(({ name, isIn, find }) =>
  files.filter(isIn).flatMap((file) => find(readFileSync(file, 'utf8'), file).map((found) => `${file}: ${name}: ${found}`)),
);
const SHOWS_SENTENCES = /^(?:app|components(?!\/messages\/)|extension|lib|server)\/(?!.*(?:\.test\.|\/testing\/)).*\.tsx?$/;
const sources = files.filter((file) => SHOWS_SENTENCES.test(file)).map((file) => readFileSync(file, 'utf8').toLowerCase());
const words = new Set(sources.flatMap((text) => text.match(/\w+/g) ?? []));
// Some names are put together, such as `user-` and `deleted`, and those in a list are numbers.
const isUsed = (/** @type {string} */ name) => /^\d*$/.test(name) || name.split(/[-.:]/).every((part) => words.has(part.toLowerCase()));
for (const file of readdirSync('locales/en').filter((name) => name.endsWith('.json')))
  JSON.parse(readFileSync(join('locales/en', file), 'utf8'), (name, value) => {
    if (typeof value === 'string' && !isUsed(name)) problems.push(`locales/en/${file}: no source names ${name}`);
    return value;
  });

for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
