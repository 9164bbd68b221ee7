// @ts-check
/**
 * Plants faults in the sources, one at a time, and says what finds them: the tests in the file's folder, all that import it, the
 * types, the http tests or the browser tests. The same seed plants the same faults in the same sources. A fault that survives is either a
 * test that is missing or code that makes no difference: a person judges.
 *
 *   npm run mutate -- [--seed 1] [--count 60] [--skip 0] [--only lib/vault] [--suites near,related,types,http,browser] [--list]
 *
 * Changes files of a checkout without changes of its own, one at a time, and restores each. Whoever kills it by force restores
 * the last one with git.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { parseAst } from 'vite';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '60' },
    skip: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
    suites: { type: 'string', default: 'near,related,types,http,browser' },
    list: { type: 'boolean', default: false },
  },
});

/** Folders with sources, and those whose own folders are places of their own. */
const FOLDERS = ['app', 'cli', 'components', 'extension', 'lib', 'server', 'worker'];
const DIVIDED = ['components', 'lib'];
/** Files that only describe, test or repeat. */
const LEFT_OUT = /\.(?:test|isolated\.test|d)\.tsx?$|\/(?:testing|generated)\/|\.grit$|-document\.ts$/;
/** Ends a test that a fault keeps from ending. */
const LONGEST_MS = 15 * 60_000;

/** @typedef {{ start: number, end: number, text: string }} Change */
/** @typedef {{ file: string, line: number, before: string, after: string, source: string, changed: string }} Fault */

/** mulberry32 (Tommy Ettinger, 2017), which is enough to choose by. @param {number} seed */
function randomFrom(seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** @type {Record<string, string>} */
const OTHER_OPERATOR = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
};
/** Faults of SQL. @type {[RegExp, string][]} */
const OTHER_SQL = [
  [/ AND /, ' OR '],
  [/ IS NULL/, ' IS NOT NULL'],
  [/ <= /, ' < '],
  [/ > /, ' >= '],
  [/ < /, ' <= '],
  [/ = \?/, ' <> ?'],
];

/**
 * @param {any} node of the tree @param {string} source
 * @returns {Change[]} what can be made wrong there
 */
function changesOf(node, source) {
  const instead = (/** @type {string} */ text, from = node) => [{ start: from.start, end: from.end, text }];
  const textOf = (/** @type {any} */ from) => source.slice(from.start, from.end);
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const other = OTHER_OPERATOR[node.operator];
      // A sum of texts isn't one of numbers.
      if (other === undefined || (node.operator === '+' && /['"`]/.test(textOf(node)))) return [];
      const start = source.indexOf(node.operator, node.left.end);
      return [{ start, end: start + node.operator.length, text: other }];
    }
    case 'IfStatement':
    case 'ConditionalExpression':
      return instead(`!(${textOf(node.test)})`, node.test);
    case 'UnaryExpression':
      return node.operator === '!' ? instead(textOf(node.argument)) : [];
    case 'Literal':
      if (typeof node.value === 'boolean') return instead(String(!node.value));
      if (typeof node.value === 'number') return instead(String(node.value > 100 ? node.value * 2 : node.value + 1));
      return typeof node.value === 'string' ? sqlChanges(node, source) : [];
    case 'TemplateElement':
      return sqlChanges(node, source);
    case 'ExpressionStatement':
      return /^(?!super)(?:await )?[\w.]+\(/.test(textOf(node)) ? instead(';') : [];
    default:
      return [];
  }
}

/** @param {any} node @param {string} source @returns {Change[]} */
function sqlChanges(node, source) {
  const text = source.slice(node.start, node.end);
  if (!/\b(?:WHERE|SELECT|UPDATE|DELETE|CASE|AND)\b/.test(text)) return [];
  return OTHER_SQL.flatMap(([from, to]) => {
    const at = text.search(from);
    return at < 0 ? [] : [{ start: node.start + at, end: node.start + at + (from.exec(text)?.[0].length ?? 0), text: to }];
  });
}

/** @param {any} node @param {(node: any) => void} visit */
function walk(node, visit) {
  if (typeof node?.type === 'string') {
    // A type isn't run, and an import names.
    if (/^TS(?!AsExpression|NonNull|Satisfies)|^Import|^JSXText/.test(node.type)) return;
    visit(node);
  }
  for (const value of Object.values(node)) if (value !== null && typeof value === 'object') walk(value, visit);
}

/** @param {string} file @param {(below: number) => number} random @returns {Fault | null} */
function faultIn(file, random) {
  const source = readFileSync(file, 'utf8');
  /** @type {Change[]} */
  const changes = [];
  walk(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body, (node) => changes.push(...changesOf(node, source)));
  const change = changes[random(changes.length)];
  if (!change) return null;
  const { start, end, text } = change;
  const lineStart = source.lastIndexOf('\n', start) + 1;
  const lineEnd = source.indexOf('\n', end);
  const changed = source.slice(0, start) + text + source.slice(end);
  return {
    file,
    line: source.slice(0, start).split('\n').length,
    before: source.slice(lineStart, lineEnd).trim(),
    after: changed.slice(lineStart, lineEnd + text.length - (end - start)).trim(),
    source,
    changed,
  };
}

/** @param {string} file @returns {string} the place that it is of: each gets as many faults as another */
function placeOf(file) {
  const [folder = '', below = ''] = file.split('/');
  return DIVIDED.includes(folder) ? `${folder}/${below}` : folder;
}

/** @returns {Fault[]} */
function chooseFaults() {
  const random = randomFrom(Number(values.seed));
  const files = execFileSync('git', ['ls-files', '--', ...FOLDERS], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !LEFT_OUT.test(file) && file.startsWith(values.only));
  const places = [...new Set(files.map(placeOf))].map((place) => files.filter((file) => placeOf(file) === place));
  /** @type {Fault[]} */
  const faults = [];
  const count = Number(values.count);
  for (let turn = 0; faults.length < count && turn < count * 20; turn++) {
    const place = places[turn % places.length] ?? [];
    const fault = faultIn(place[random(place.length)] ?? '', random);
    if (fault && !faults.some(({ changed }) => changed === fault.changed)) faults.push(fault);
  }
  return faults;
}

const IN_NODE = ['--bail', '1', '--project', 'unit*', '--project', 'component*'];

/** @param {string} suite @param {string} file @returns {string[]} */
const commandOf = (suite, file) =>
  suite === 'types'
    ? ['npm', 'run', '-s', 'check:types']
    : suite === 'near'
      ? ['npx', 'vitest', 'run', '--passWithNoTests', ...IN_NODE, `${dirname(file)}/`]
      : suite === 'related'
        ? ['npx', 'vitest', 'related', '--run', ...IN_NODE, file]
        : suite === 'http'
          ? ['npm', 'run', 'test:http', '--', '--bail', '1']
          : ['npm', 'run', 'test:browser', '--', '--max-failures', '1'];

/** @param {Fault} fault @returns {Promise<string>} the suite that found it; '' none */
async function find({ file, source, changed }) {
  writeFileSync(file, changed);
  try {
    for (const suite of values.list ? [] : values.suites.split(',')) {
      const [program = '', ...args] = commandOf(suite, file);
      const child = spawn(program, args, { stdio: 'ignore', detached: true, timeout: LONGEST_MS });
      const code = await new Promise((resolve) => child.once('close', resolve));
      if (code !== 0) return suite;
    }
    return '';
  } finally {
    writeFileSync(file, source);
  }
}

if (!values.list && spawnSync('git', ['status', '--porcelain'], { encoding: 'utf8' }).stdout !== '')
  throw new Error('the checkout has changes of its own');
const faults = chooseFaults().slice(Number(values.skip));
let found = 0;
for (const [index, fault] of faults.entries()) {
  const suite = await find(fault);
  found += Number(suite !== '');
  console.log(
    `${Number(values.skip) + index + 1} ${values.list ? '' : suite || 'SURVIVED'} ${fault.file}:${fault.line}\n  - ${fault.before}\n  + ${fault.after}`,
  );
}
if (!values.list) console.log(`\n${found} of ${faults.length} faults found`);
