import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version in package.json; `unknown` when the file can't be read. @param rootDir the project's folder */
export function programVersion(rootDir: string): string {
  try {
    const { version } = JSON.parse(readFileSync(join(rootDir, 'package.json'), 'utf8')) as { version?: unknown };
    return typeof version === 'string' ? version : 'unknown';
  } catch {
    return 'unknown';
  }
}
