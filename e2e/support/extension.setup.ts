import { execFileSync } from 'node:child_process';
import { rootDir } from '../../scripts/source-hash.mjs';

/** Builds the extension from the current sources. */
export default function buildExtension(): void {
  execFileSync('npm', ['run', '--silent', 'extension'], { cwd: rootDir, stdio: 'inherit' });
}
