/** `sealpaste`, the command-line client: runs a command and sets the exit code. */
import { constants } from 'node:os';
import { run } from './run';
import { clearLine } from './terminal';

// Nothing needs undoing: an unacknowledged paste can be read again, and a create without a response may be stored.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    clearLine();
    process.exit(128 + constants.signals[signal]);
  });
// writeOut reports a closed pipe.
process.stderr.on('error', () => undefined);

process.exit(await run(process.argv.slice(2), process.env));
