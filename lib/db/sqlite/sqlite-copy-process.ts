/** Copies the database in a process of its own, so that nobody waits: `node sqlite-copy.js FILE TARGET`. */
import { OperatorError } from '../../errors/operator-error';
import { copySqlite } from './sqlite-copy';

const [file, target] = process.argv.slice(2);
if (!file || !target) throw new Error('expected FILE and TARGET');
try {
  copySqlite(file, target);
} catch (error) {
  process.stderr.write(`${error instanceof OperatorError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
