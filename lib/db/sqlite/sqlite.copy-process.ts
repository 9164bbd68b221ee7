/** Copies the database where that keeps nobody waiting: `node sqlite-copy.js FILE TARGET`. */
import { copySqlite } from './sqlite.copy';

const [file, target] = process.argv.slice(2);
if (!file || !target) throw new Error('expected FILE and TARGET');
copySqlite(file, target);
