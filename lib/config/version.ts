import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The program's version, as its package.json says. @param rootDir the project's folder; `unknown` when nothing can be read there */
export function programVersion(rootDir: string): string {
  try {
    const { version } = JSON.parse(readFileSync(join(rootDir, 'package.json'), 'utf8')) as { version?: unknown };
    return typeof version === 'string' ? version : 'unknown';
  } catch {
    return 'unknown';
  }
}
