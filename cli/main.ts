/** `sealpaste`, the command-line client: runs a command and sets the exit code. */
import { EXIT } from './exit';
import { run } from './run';

// Nothing needs undoing: an unacknowledged paste can be read again, and a create without a response may be stored.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(EXIT.other));
// writeOut reports a closed pipe.
process.stderr.on('error', () => undefined);

process.exit(await run(process.argv.slice(2), process.env));
