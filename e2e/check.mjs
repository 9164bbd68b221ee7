// @ts-check
/** `npm run check:sources`: checks types, lint, dead code, imports, words, SQL and sizes at once, and prints the output of each at its end. */
import { spawn } from 'node:child_process';

const SCRIPTS = ['check:types', 'lint', 'check:unused', 'check:imports', 'check:words', 'check:sql', 'check:sizes'];

/** @param {string} script @returns {Promise<boolean>} whether it found nothing */
async function succeeds(script) {
  const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  process.stdout.write(output);
  if (code !== 0) console.log(`${script} failed`);
  return code === 0;
}

const found = await Promise.all(SCRIPTS.map(succeeds));
process.exitCode = found.every(Boolean) ? 0 : 1;
