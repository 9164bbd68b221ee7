/** Reads the project's `.env` for the warnings about it; the environment already has its variables. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { orNull } from '../encoding/or-null.rules';

/**
 * Reads nothing from a file that isn't there or that this user may not read: a service has its variables from elsewhere then.
 * @param env the environment; a variable that has another value there has it from elsewhere
 * @returns the names, and a sentence for each variable whose value an unquoted `#` cut or emptied
 */
export function readEnvFile(rootDir: string, env: NodeJS.ProcessEnv): { names: ReadonlySet<string>; cut: readonly string[] } {
  // The comment is for Next's build, which would otherwise trace every file of the project for this path.
  const text = orNull(() => readFileSync(join(/* turbopackIgnore: true */ rootDir, '.env'), 'utf8').replace(/^\uFEFF/, '')) ?? '';
  const values = parseEnv(text);
  const cut = Object.keys(values).filter((name) => (env[name] || '') === values[name] && isCut(text, name));
  return {
    names: new Set(Object.keys(values)),
    cut: cut.map((name) => `${name}: .env has an unquoted # in its value, and what follows # is left out. Write ${name}="…"`),
  };
}

/** Whether the last line that sets the variable has a `#` outside quotes. */
function isCut(text: string, name: string): boolean {
  const lines = text.split(/\r?\n/).filter((line) => new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`).test(line));
  const value = lines.at(-1)?.replace(/^[^=]*=\s*/, '') ?? '';
  return value.includes('#') && !/^(["'`])[\s\S]*?\1/.test(value);
}
