import { Command } from 'commander';
import { fail, inWords, keepFilesPrivate } from '#lib/composition/run-process';
import { programVersion } from '#lib/config/version';
import { addDataCommands } from './admin/admin-copies';
import { addKeyCommands } from './admin/admin-keys';
import { print } from './admin/admin-output';
import { addPasteCommands } from './admin/admin-pastes';
import { addAuditCommands, addContentsCommands, addDoctorCommands, addMessengerCommands } from './admin/admin-service';
import { addBanCommands, addUserCommands } from './admin/admin-users';

keepFilesPrivate();
// The reader of a pipe may leave early: `admin user list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') fail(error);
});

const program = new Command('admin').description('Commands for the operator of this Sealpaste').showHelpAfterError();
program.version(programVersion(process.cwd()), '--version', 'show the version');
addKeyCommands(program);
addUserCommands(program);
addBanCommands(program);
addPasteCommands(program);
addAuditCommands(program);
addMessengerCommands(program);
addDataCommands(program);
addContentsCommands(program);
addDoctorCommands(program);

try {
  await program.parseAsync();
} catch (error) {
  const message = inWords(error) ?? fail(error);
  if (process.argv.includes('--json')) print(JSON.stringify({ error: message }));
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
