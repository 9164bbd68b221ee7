import { LANGUAGES, PLAIN_TEXT } from './language.rules';

/** A language's file names and extensions besides the one in language.rules.ts. An entry here wins. */
interface LanguageFiles {
  /** An id of LANGUAGES. */
  language: string;
  /** File extensions in lower case, without the dot. */
  extensions?: readonly string[];
  /** Whole file names, lower case. */
  names?: readonly string[];
  /** Interpreters in a `#!` line, without version. */
  shebangs?: readonly string[];
}

export const LANGUAGE_FILES: readonly LanguageFiles[] = [
  { language: PLAIN_TEXT, extensions: ['text'] },
  {
    language: 'bash',
    extensions: ['bash', 'zsh', 'ksh'],
    names: ['.bashrc', '.profile', '.zshrc'],
    shebangs: ['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash'],
  },
  { language: 'c', extensions: ['h'] },
  { language: 'cpp', extensions: ['cc', 'cxx', 'hpp', 'hh'] },
  { language: 'clojure', extensions: ['cljs', 'edn'] },
  { language: 'diff', extensions: ['patch'] },
  { language: 'docker', names: ['dockerfile', 'containerfile'] },
  { language: 'elixir', extensions: ['exs'], shebangs: ['elixir'] },
  { language: 'erlang', extensions: ['hrl'], shebangs: ['escript'] },
  { language: 'fsharp', extensions: ['fsx', 'fsi'] },
  { language: 'graphql', extensions: ['gql'] },
  { language: 'haskell', shebangs: ['runhaskell'] },
  { language: 'html', extensions: ['htm', 'xhtml'] },
  { language: 'http', extensions: ['rest'] },
  { language: 'ini', extensions: ['cfg', 'conf', 'properties', 'env'], names: ['.editorconfig', '.gitconfig', '.npmrc'] },
  { language: 'javascript', extensions: ['mjs', 'cjs'], shebangs: ['node', 'bun'] },
  { language: 'json', extensions: ['jsonc', 'geojson', 'webmanifest'], names: ['.babelrc', '.eslintrc'] },
  { language: 'julia', shebangs: ['julia'] },
  { language: 'kotlin', extensions: ['kts'] },
  { language: 'latex', extensions: ['sty'] },
  { language: 'lua', shebangs: ['lua', 'luajit'] },
  { language: 'make', extensions: ['mak'], names: ['makefile', 'gnumakefile'], shebangs: ['make'] },
  { language: 'markdown', extensions: ['markdown'] },
  { language: 'nginx', extensions: ['nginx'], names: ['nginx.conf'] },
  { language: 'objective-c', extensions: ['mm'] },
  { language: 'ocaml', extensions: ['mli'], shebangs: ['ocaml'] },
  { language: 'perl', extensions: ['pm'], shebangs: ['perl'] },
  { language: 'php', extensions: ['phtml'], shebangs: ['php'] },
  { language: 'powershell', extensions: ['psm1', 'psd1'], shebangs: ['pwsh'] },
  { language: 'python', extensions: ['pyi', 'pyw'], shebangs: ['python', 'pypy', 'uv'] },
  { language: 'r', shebangs: ['rscript'] },
  { language: 'ruby', extensions: ['rake', 'gemspec'], names: ['gemfile', 'rakefile', 'vagrantfile'], shebangs: ['ruby'] },
  { language: 'scala', extensions: ['sc'], shebangs: ['scala'] },
  { language: 'swift', shebangs: ['swift'] },
  { language: 'terraform', extensions: ['tfvars'] },
  { language: 'toml', names: ['cargo.lock', 'pipfile'] },
  { language: 'typescript', extensions: ['mts', 'cts'], shebangs: ['deno', 'tsx', 'ts-node'] },
  { language: 'xml', extensions: ['svg', 'xsd', 'xsl', 'plist', 'rss'] },
  { language: 'yaml', extensions: ['yml'] },
];

/** Finds a file's language by its extension or its whole name: `style.css`, `Dockerfile`. @returns an id of LANGUAGES */
export function languageOfName(fileName: string): string | undefined {
  const name = fileName.trim().toLowerCase();
  const ending = /\.([^.]+)$/.exec(name)?.[1] ?? '';
  // “At 5 p.m” is a title and no Objective-C.
  if (ending.length === 1 && /\s/.test(name)) return undefined;
  return (
    LANGUAGE_FILES.find(({ names }) => names?.includes(name))?.language ??
    LANGUAGE_FILES.find(({ extensions }) => extensions?.includes(ending))?.language ??
    LANGUAGES.find(({ extension }) => extension === ending)?.id
  );
}
