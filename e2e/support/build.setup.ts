import { execFileSync } from 'node:child_process';
import { isBuilt, rootDir } from '../../scripts/source-hash.mjs';

/** Builds the current sources, so that tests run what people run. */
export default function ensureBuilt(): void {
  if (!isBuilt()) execFileSync('npm', ['run', '--silent', 'build'], { cwd: rootDir, stdio: 'inherit' });
}
