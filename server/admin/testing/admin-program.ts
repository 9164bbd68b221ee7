/** All commands of `admin`, for tests that run them in their own process. */
import { Command } from 'commander';
import { addDataCommands } from '../admin-copies';
import { addKeyCommands } from '../admin-keys';
import { addPasteCommands } from '../admin-pastes';
import { addAuditCommands, addDoctorCommands, addMessengerCommands } from '../admin-service';
import { addBanCommands, addUserCommands } from '../admin-users';

/** A program that throws instead of ending the process. */
export function adminProgram(): Command {
  const all = new Command('admin').exitOverride().configureOutput({ writeErr: () => undefined });
  for (const add of [
    addKeyCommands,
    addUserCommands,
    addBanCommands,
    addPasteCommands,
    addAuditCommands,
    addMessengerCommands,
    addDataCommands,
    addDoctorCommands,
  ])
    add(all);
  return all;
}
