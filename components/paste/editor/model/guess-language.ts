/**
 * Guesses the language of a text by its file's name, its `#!` line, then a bounded look at its beginning. What the text alone
 * suggests may colour it, and never renders it: a rendered `DB_PASS=a*b*c` has lost its stars.
 */

import { PLAIN_TEXT, sourceOf } from '#lib/languages/language.rules';
import { LANGUAGE_FILES, languageOfName } from '#lib/languages/language-files.rules';

/** Characters that a guess looks at. The patterns below are linear and take well under a millisecond on this many. */
const GUESS_CHARACTERS = 4096;

/** Points that a guess needs; fewer are a coincidence. */
const CERTAIN = 3;

/**
 * @param text the first GUESS_CHARACTERS count
 * @param names names of the paste and its file; the first with a known ending decides
 * @returns an id of LANGUAGES
 */
export function guessLanguage(text: string, ...names: string[]): string {
  const head = text.slice(0, GUESS_CHARACTERS);
  for (const name of names) {
    const language = languageOfName(name);
    if (language !== undefined) return language;
  }
  return sourceOf(byShebang(head) ?? byJson(head) ?? bySigns(head) ?? byLines(head, text.length > head.length) ?? PLAIN_TEXT);
}

/** Finds the interpreter in the `#!` line. Its name may end in a version and may follow `env` and its options. */
function byShebang(head: string): string | undefined {
  const words =
    /^#![^\n]{1,200}/
      .exec(head)?.[0]
      .toLowerCase()
      .split(/[\s/]+/) ?? [];
  const names = words.map((word) => word.replace(/[\d.]+$/, ''));
  return LANGUAGE_FILES.find(({ shebangs }) => shebangs?.some((program) => names.includes(program)))?.language;
}

/** Recognizes JSON by how it begins: parsing would fail, because a long document is cut. */
function byJson(head: string): string | undefined {
  const text = head.trim();
  return /^\{\s*"[^"\n]{0,200}"\s*:/.test(text) || /^\[\s*(?:\{\s*"|\[|"[^"\n]{0,200}"\s*,|-?\d+\s*,)/.test(text) ? 'json' : undefined;
}

/** Points for each pattern that occurs. The patterns' repetitions are bounded, so that no text can make them slow. */
const SIGNS: readonly (readonly [language: string, points: number, sign: RegExp])[] = [
  ['diff', 4, /^(?:diff --git |@@ -\d+(?:,\d+)? \+\d+|--- a\/)/m],
  ['html', 4, /^\s*<!doctype html|<html[\s>]/i],
  ['html', 3, /<(?:div|body|head|span|script|p|a)[\s>][^\n]{0,200}<\/(?:div|body|span|script|p|a)>/i],
  ['xml', 4, /^\s*<\?xml /],
  ['xml', 4, /^\s*<svg[\s>]/],
  // A tag at the beginning; the languages of pages have signs of their own.
  ['xml', 3, /^\s*(?:<!--[^>]{0,1000}-->\s*)?<[A-Za-z_][\w:.-]*(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]{0,500}"|'[^'<]{0,500}')){0,40}\s*\/?>/],
  ['php', 4, /<\?php\b/],
  ['vue', 4, /^<template>\s*$/m],
  ['docker', 3, /^FROM [\w./:-]+(?: AS \w+)?\s*$/m],
  ['docker', 2, /^(?:RUN|COPY|WORKDIR|ENTRYPOINT|CMD|EXPOSE) \S/m],
  ['go', 4, /^package \w+\s*$/m],
  ['go', 2, /^func (?:\(\w+ \*?\w+\) )?\w+\(|:= /m],
  ['rust', 3, /\bfn \w+(?:<[^>\n]{0,80}>)?\([^\n]{0,200}\)(?: -> [^\n]{1,80})? ?\{/],
  ['rust', 2, /^use (?:std|crate|super)::|\blet mut \w+|\bimpl(?:<[^>\n]{0,80}>)? \w+|println!\(/m],
  ['python', 3, /^\s*(?:async )?def \w+\([^\n]{0,200}:\s*$/m],
  ['python', 2, /^(?:from [\w.]+ )?import [\w., ]+\s*$/m],
  ['python', 2, /^\s*(?:if __name__ == |elif |class \w+(?:\([\w., ]*\))?:)/m],
  ['python', 1, /^\s*print\(/m],
  ['ruby', 3, /^\s*def \w+[?!]?(?:\([^)\n]{0,200}\))?\s*$/m],
  ['ruby', 2, /^\s*(?:require|require_relative) ['"]|\bdo \|\w+\||^end\s*$/m],
  ['java', 3, /\bpublic (?:static |final |abstract )*(?:class|interface|enum|record) \w+/],
  ['java', 2, /^import (?:static )?java[\w.]*;|System\.out\.print|\bpublic static void main\(/m],
  ['csharp', 4, /^using System[\w.]*;|^namespace [\w.]+[;\s{]/m],
  ['csharp', 2, /Console\.Write|\{ get; (?:set|init); \}/],
  ['kotlin', 3, /^\s*(?:suspend |private |override )*fun (?:\w+\.)?\w+\([^\n]{0,200}\)/m],
  ['kotlin', 1, /\bval \w+(?:: \w+)? = /],
  ['swift', 3, /^import (?:Foundation|SwiftUI|UIKit)\s*$|\bfunc \w+\([^\n]{0,200}\) (?:throws )?-> \w+/m],
  ['scala', 3, /^\s*(?:case class|object|trait) \w+[^\n]{0,100}(?:\{|extends)/m],
  ['cpp', 4, /^#include <(?:iostream|vector|string|memory|map|algorithm)>|\bstd::\w+/m],
  ['c', 3, /^#include [<"]\w[\w/]*\.h[>"]/m],
  ['c', 1, /\bint main\((?:void|int argc)/],
  ['typescript', 3, /^\s*(?:export )?(?:interface \w+(?:<[^>\n]{0,80}>)?(?: extends [\w, <>]{1,80})? \{|type \w+(?:<[^>\n]{0,80}>)? = )/m],
  ['typescript', 3, /\b(?:const|let) \w+: [\w<>[\]| ]{1,80} = |\w\)?: (?:string|number|boolean|void|Promise<[^\n]{1,80}>)(?:[,;)=]| [{=])/],
  ['typescript', 2, /^import type /m],
  ['javascript', 2, /^(?:import [^\n]{1,200} from ['"]|export (?:default|const|function|class|async)\b)/m],
  ['javascript', 2, /\b(?:const|let|var) [\w{}, ]{1,80} = (?:require\(|await |async |function|new |\(|\[|\{|['"`\d])/],
  ['javascript', 2, /=> [{(]|\bfunction \w*\([^)\n]{0,200}\) \{|console\.log\(|\bdocument\.\w+/],
  [
    'jsx',
    4,
    /\bclassName=["{]|\breturn \(?\s*<[A-Za-z>]|=> \(\s*<[A-Za-z>]|=> <[A-Za-z][^>\n]{0,200}>[^(]|^import [^\n]{0,100}\bfrom ['"]react['"]|<[A-Za-z][^<>\n]{0,200}\s[\w-]+=\{/m,
  ],
  ['jsx', 3, /<\/[A-Z]\w*>|<[A-Z]\w*(?: [^<>\n]{0,200})?\/>/],
  ['log', 9, /^Traceback \(most recent call last\):|^goroutine \d+ \[|^thread '[^'\n]{1,80}' panicked at |^Exception in thread "/m],
  ['log', 9, /^\s+at [^\n]{1,300}(?::\d+\)?|\(Native Method\))\s*\n\s+at [^\n]{1,300}(?::\d+\)?|\(Native Method\))\s*$/m],
  ['css', 3, /^[.#@\w][^{}\n;]{0,200}\{\s*$\s*^\s+[\w-]+: [^\n;{}]{1,200};/m],
  [
    'css',
    3,
    /^(?!(?:struct|enum|type|interface|class|match|data|record)\b)[.#@*:\w[][^{}\n;=(]{0,200}\{\s*[\w-]+\s*:\s*[^;{}\n]{1,200}(?:;[^{}\n]{0,200})?\}/m,
  ],
  ['css', 1, /^\s*(?:color|margin|padding|display|font(?:-size)?|background)\s*:/m],
  ['scss', 4, /^\s*(?:\$[\w-]+: |@mixin |@include )/m],
  [
    'sql',
    4,
    /^\s*(?:select\b[^\n]{0,200}(?:\bfrom\b|$)|insert into |create (?:table|index|view|or replace) |update \w+ set |alter table |delete from )/im,
  ],
  ['graphql', 4, /^\s*(?:query|mutation|subscription)(?: \w+)?[^\n{]{0,200}\{\s*$|^type \w+(?: implements \w+)? \{\s*$/m],
  ['powershell', 4, /^\s*(?:param\(|\[CmdletBinding|\$\w+ = (?:Get|New)-\w+|(?:Get|Set|New|Write|Remove)-[A-Z]\w+ )/m],
  ['bash', 2, /^\s*(?:if \[\[? |fi\s*$|done\s*$|esac\s*$|then\s*$|export \w+=|set -[euxo])/m],
  ['bash', 2, /^\s*(?:\$ )?(?:sudo|apt(?:-get)?|echo|cd|curl|git|npm|docker|mkdir|chmod|grep|cat) [\w"'$./~-]/m],
  ['bash', 1, /\$\{?\w+\}?|\s\|\s\w+/],
  ['lua', 3, /^\s*local (?:function \w+\(|\w+ = (?:require|\{|function))/m],
  ['perl', 4, /^use (?:strict|warnings);|^\s*my [$@%]\w+/m],
  ['elixir', 4, /^\s*defmodule [\w.]+ do\s*$/m],
  ['haskell', 3, /^\w+ :: [^\n]{1,200}|^module [\w.]+(?: \(| where)/m],
  ['terraform', 4, /^(?:resource|variable|provider|module|data) "[\w-]+"(?: "[\w-]+")? \{/m],
  ['nginx', 4, /^\s*(?:server|location [^\n]{1,100}|upstream \w+) \{\s*$/m],
  ['nix', 3, /^\{ (?:\w+, )*(?:pkgs|lib|config)[^\n]{0,200}\}:/m],
  ['latex', 4, /\\(?:documentclass|begin\{document\}|usepackage)\b/],
  ['make', 3, /^[\w./-]+:(?: [\w./ -]*)?\n\t\S|^\.PHONY:/m],
  ['http', 4, /^(?:(?:GET|POST|PUT|PATCH|DELETE|HEAD) \S{1,300} )?HTTP\/\d/m],
  ['toml', 3, /^\[{1,2}[\w.-]+\]{1,2}\s*$\s*^[\w-]+ = (?:"|\[|\{|\d|true|false)/m],
  ['ini', 3, /^\[[\w .-]+\]\s*$\s*^[\w.-]+ ?= ?[^"[{\n]/m],
  ['yaml', 3, /^---\s*$/m],
  ['yaml', 3, /^[\w-]+:\s*$\s*^ +(?:- )?[\w-]+:(?: |$)/m],
  // Notes such as "Host: … User: … Password: …" have the same lines: they aren't YAML, nor is what begins with a capital.
  [
    'yaml',
    3,
    /^(?!(?:host|server|url|user(?:name)?|login|pass(?:word|phrase)?|pwd|pin):)[a-z][\w-]*: [^\n{}();]{1,200}\n(?!(?:user(?:name)?|login|pass(?:word|phrase)?|pwd|pin):)[a-z][\w-]*:(?: [^\n{}();]{1,200})?$/m,
  ],
  ['yaml', 1, /^ *- [\w-]+: /m],
  // A heading looks like the comment of a script or a configuration: it takes other signs.
  ['markdown', 1, /^#{1,4} [\p{Lu}\p{Lo}\d][^\n]{0,200}\n\s*\n/mu],
  ['markdown', 1, /^#{2,4} [\p{Lu}\p{Lo}\d][^\n]{0,200}\n\s*\n/mu],
  ['markdown', 2, /^```\w*\s*$|\[[^\]\n]{1,100}\]\((?:https?:|\/|#)[^)\n]{0,200}\)/m],
  ['markdown', 1, /^[*-] \S[^\n]{0,200}\n[*-] \S|\*\*[^*\n]{1,100}\*\*/m],
  ['log', 4, /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[^\n]{0,60}\b(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b/m],
];

function bySigns(head: string): string | undefined {
  const points = new Map<string, number>();
  for (const [language, worth, sign] of SIGNS) {
    if (sign.test(head)) points.set(language, (points.get(language) ?? 0) + worth);
  }
  // TypeScript is JavaScript as well, and has to win with all that speaks for both.
  const typescript = points.get('typescript') ?? 0;
  if (typescript >= CERTAIN) points.set('typescript', typescript + (points.get('javascript') ?? 0));
  // JSX is JavaScript as well, and with types it is TSX; its tags look like HTML.
  const jsx = points.get('jsx') ?? 0;
  if (jsx >= CERTAIN && (jsx > CERTAIN || points.has('javascript'))) return typescript >= CERTAIN ? 'tsx' : 'jsx';
  // XML has elements with capitals, too.
  points.delete('jsx');
  const [best] = [...points].filter(([, sum]) => sum >= CERTAIN).sort(([, a], [, b]) => b - a);
  return best?.[0];
}

/** From this many lines on, one comma in each is no coincidence. */
const CSV_LINES = 3;

/** Guesses by what all lines have in common. @param isCut the last one may be a part of one */
function byLines(head: string, isCut: boolean): string | undefined {
  const lines = head.split(/\r?\n/);
  if (isCut) lines.pop();
  const filled = lines.filter((line) => line.trim() !== '');
  const settings = filled.filter((line) => !line.startsWith('#'));
  if (settings.length > 0 && settings.every((line) => /^(?:export )?[A-Z][A-Z0-9_]*=/.test(line))) return 'ini';
  const commas = filled.map((line) => line.replace(/"[^"]*"/g, '').split(',').length - 1);
  const [first = 0] = commas;
  if (first === 0 || filled.length < 2 || !commas.every((count) => count === first)) return undefined;
  // In prose, a space and a letter follow a comma.
  const isProse = filled.some((line) => /[,.] \p{L}/u.test(line.replace(/"[^"]*"/g, '')));
  return !isProse && (filled.length >= CSV_LINES || first > 1) ? 'csv' : undefined;
}
