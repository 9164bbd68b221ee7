#!/usr/bin/env node
// @ts-check
/**
 * Fails when sources import each other in a circle: files, or the folders they stand in. An import of a type counts too.
 * Our own, since knip and Biome look at files only, and the tools that know folders need the API of TypeScript 6.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOTS = ['app', 'cli', 'components', 'lib', 'server', 'worker'];
/** Tests import what they test, from wherever it is. */
const NOT_LOOKED_AT = /\.test\.tsx?$|\.d\.ts$|\/(testing|generated)\//;
const IMPORT = /(?:\bfrom |\bimport |\bimport\()'([#.][^']*)'/g;
/** Where the path aliases of package.json lead. */
const ALIAS = /^#(lib|components)\//;

/** @typedef {Map<string, Set<string>>} Graph */

const files = new Set(
  ROOTS.flatMap((root) => readdirSync(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !NOT_LOOKED_AT.test(file)),
);

/** @param {string} file */
function importsOf(file) {
  const found = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, specifier = '']) => {
    const path = ALIAS.test(specifier) ? specifier.slice(1) : join(dirname(file), specifier);
    return [path, `${path}.ts`, `${path}.tsx`].find((candidate) => files.has(candidate));
  });
  return new Set(found.filter((path) => path !== undefined));
}

/** @type {Graph} */
const fileGraph = new Map([...files].map((file) => [file, importsOf(file)]));
/** @type {Graph} */
const folderGraph = new Map();
for (const [file, imported] of fileGraph) {
  const folder = dirname(file);
  const all = folderGraph.get(folder) ?? new Set();
  for (const other of imported) if (dirname(other) !== folder) all.add(dirname(other));
  folderGraph.set(folder, all);
}

/**
 * One circle of each knot, as the path back to its start.
 * @param {Graph} graph
 */
function findCircles(graph) {
  /** @type {string[][]} */
  const circles = [];
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {string[]} */
  const path = [];
  /** @param {string} node */
  function visit(node) {
    if (done.has(node)) return;
    const start = path.indexOf(node);
    if (start >= 0) {
      circles.push([...path.slice(start), node]);
      return;
    }
    path.push(node);
    for (const next of graph.get(node) ?? []) visit(next);
    path.pop();
    done.add(node);
  }
  for (const node of graph.keys()) visit(node);
  return circles;
}

/**
 * The imports that make one folder depend on another.
 * @param {string} folder
 * @param {string} other
 */
function reasons(folder, other) {
  return [...fileGraph].flatMap(([file, imported]) =>
    dirname(file) === folder ? [...imported].filter((one) => dirname(one) === other).map((one) => `    ${file} imports ${one}`) : [],
  );
}

const problems = findCircles(fileGraph).map((circle) => `files import each other: ${circle.join(' → ')}`);
for (const circle of findCircles(folderGraph)) {
  const steps = circle.slice(1).flatMap((folder, index) => reasons(String(circle[index]), folder).slice(0, 3));
  problems.push(`folders import each other: ${circle.join(' → ')}\n${steps.join('\n')}`);
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
