import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { orNull } from '../encoding/or-null.rules';

/** The version in package.json; `unknown` when the file can't be read. @param rootDir the project's folder */
export const programVersion = (rootDir: string): string =>
  orNull(() => String(JSON.parse(readFileSync(join(rootDir, 'package.json'), 'utf8')).version)) ?? 'unknown';
