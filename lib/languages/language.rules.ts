/**
 * The languages to choose from. Others that the highlighter knows work too, by name. Every page with a text loads this
 * file, so data that only guessing needs are in language-files.rules.ts.
 */
export interface Language {
  /** Name of the language in a paste's `syntax` and in the highlighter. */
  id: string;
  name: string;
  /** Extension of a downloaded file, without the dot. */
  extension: string;
}

/** Also said of texts that nobody called anything, so pages guess. */
export const PLAIN_TEXT = 'plaintext';
/** Said by those who want no guess. */
export const CALLED_PLAIN = 'text';

const language = (id: string, name: string, extension: string): Language => ({ id, name, extension });

export const LANGUAGES: readonly Language[] = [
  language(PLAIN_TEXT, 'Plain text', 'txt'),
  language('bash', 'Bash', 'sh'),
  language('c', 'C', 'c'),
  language('cpp', 'C++', 'cpp'),
  language('csharp', 'C#', 'cs'),
  language('clojure', 'Clojure', 'clj'),
  language('css', 'CSS', 'css'),
  language('csv', 'CSV', 'csv'),
  language('csv-source', 'CSV source', 'csv'),
  language('dart', 'Dart', 'dart'),
  language('diff', 'Diff', 'diff'),
  language('docker', 'Dockerfile', 'dockerfile'),
  language('elixir', 'Elixir', 'ex'),
  language('erlang', 'Erlang', 'erl'),
  language('fsharp', 'F#', 'fs'),
  language('go', 'Go', 'go'),
  language('graphql', 'GraphQL', 'graphql'),
  language('haskell', 'Haskell', 'hs'),
  language('html', 'HTML', 'html'),
  language('http', 'HTTP', 'http'),
  language('ini', 'INI', 'ini'),
  language('java', 'Java', 'java'),
  language('javascript', 'JavaScript', 'js'),
  language('json', 'JSON', 'json'),
  language('jsx', 'JSX', 'jsx'),
  language('julia', 'Julia', 'jl'),
  language('kotlin', 'Kotlin', 'kt'),
  language('latex', 'LaTeX', 'tex'),
  language('log', 'Log', 'log'),
  language('lua', 'Lua', 'lua'),
  language('make', 'Makefile', 'mk'),
  language('markdown', 'Markdown', 'md'),
  language('markdown-source', 'Markdown source', 'md'),
  language('nginx', 'Nginx', 'conf'),
  language('nix', 'Nix', 'nix'),
  language('objective-c', 'Objective-C', 'm'),
  language('ocaml', 'OCaml', 'ml'),
  language('perl', 'Perl', 'pl'),
  language('php', 'PHP', 'php'),
  language('powershell', 'PowerShell', 'ps1'),
  language('python', 'Python', 'py'),
  language('r', 'R', 'r'),
  language('ruby', 'Ruby', 'rb'),
  language('rust', 'Rust', 'rs'),
  language('scala', 'Scala', 'scala'),
  language('scss', 'SCSS', 'scss'),
  language('sql', 'SQL', 'sql'),
  language('svelte', 'Svelte', 'svelte'),
  language('swift', 'Swift', 'swift'),
  language('terraform', 'Terraform', 'tf'),
  language('toml', 'TOML', 'toml'),
  language('tsx', 'TSX', 'tsx'),
  language('tsv', 'TSV', 'tsv'),
  language('typescript', 'TypeScript', 'ts'),
  language('vue', 'Vue', 'vue'),
  language('xml', 'XML', 'xml'),
  language('yaml', 'YAML', 'yaml'),
  language('zig', 'Zig', 'zig'),
];

const OTHER_NAMES: Record<string, string> = {
  [CALLED_PLAIN]: PLAIN_TEXT,
  txt: PLAIN_TEXT,
  plain: PLAIN_TEXT,
  none: PLAIN_TEXT,
  '': PLAIN_TEXT,
  sh: 'bash',
  shell: 'bash',
  shellscript: 'bash',
  zsh: 'bash',
  'c++': 'cpp',
  'c#': 'csharp',
  cs: 'csharp',
  dockerfile: 'docker',
  golang: 'go',
  js: 'javascript',
  makefile: 'make',
  md: 'markdown',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  ts: 'typescript',
  yml: 'yaml',
};

/** The id of a language that has several names. An unknown name is returned in lower case. */
export function normalizeLanguage(syntax: string): string {
  const id = syntax.trim().toLowerCase();
  return Object.hasOwn(OTHER_NAMES, id) ? (OTHER_NAMES[id] as string) : id;
}

export function languageOf(syntax: string): Language | undefined {
  const id = normalizeLanguage(syntax);
  return LANGUAGES.find((known) => known.id === id);
}

/** The name of a language for people; an id that isn't in the list stands for itself. */
export function languageLabel(syntax: string): string {
  return languageOf(syntax)?.name ?? syntax;
}

/** Ends the id of a language whose texts open as their source, in its colours; the reader may have it rendered. */
const SOURCE = '-source';

/** A language for a text that nobody called so: one that would be rendered opens as its source. */
export const sourceOf = (id: string): string => (languageOf(`${id}${SOURCE}`) ? `${id}${SOURCE}` : id);

/** The language whose colours and rendering a text has. */
export const ownLanguageOf = (id: string): string => (id.endsWith(SOURCE) ? id.slice(0, -SOURCE.length) : id);
