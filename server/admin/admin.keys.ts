import type { Command } from 'commander';
import { configuredKeys } from '#lib/services/compose';
import { rotateMasterKey } from '#lib/vault/vault.rotation';
import { addCommand, answer, note, print, table, time, withServices } from './admin.output';

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys');

  key
    .command('create')
    .description('make a key for a user, who is created if new, and print it: it is shown this once')
    .requiredOption('--user <name>', 'whom the key speaks for')
    .option('--name <text>', 'what the key is for')
    .action(({ user, name }: { user: string; name?: string }) =>
      withServices(async ({ accounts }) => print(await accounts.createKey(user, name))),
    );

  addCommand(key, 'list', 'list all keys by their public id').action(({ json }: { json?: boolean }) =>
    withServices(async ({ accounts }) => {
      const keys = await accounts.listKeys();
      answer(json, { keys }, () =>
        table(
          ['ID', 'USER', 'NAME', 'CREATED', 'LAST USED', 'REVOKED'],
          keys.map((one) => [one.id, one.userName, one.name ?? '-', time(one.createdAt), time(one.lastUsedAt), time(one.revokedAt)]),
        ),
      );
    }),
  );

  key
    .command('revoke')
    .description('end a key from the next request on')
    .argument('<key>', "the key's public id (from `key list`) or the whole key")
    .action((text: string) =>
      withServices(async ({ accounts }) => {
        await accounts.revokeKey(text);
        print('revoked');
      }),
    );

  program
    .command('rotate-key')
    .description('move all data from MASTER_KEY_PREVIOUS to MASTER_KEY; may be stopped and run again')
    .action(() =>
      withServices(async ({ config, db }) => {
        const keyring = configuredKeys(config);
        const { moved, broken } = await rotateMasterKey(db, keyring, (result) => process.stderr.write(`\r${result.moved} moved`));
        note('');
        print(`${moved} moved to key ${keyring.current.id}`);
        const rest = await db.read('SELECT id FROM master_keys WHERE id <> ?', [keyring.current.id]);
        if (broken > 0) print(`${broken} rows are damaged and were left as they are`);
        if (rest.length > 0) {
          print('some data is still under the old key: restart every web and worker process with both keys, then run this again');
          process.exitCode = 1;
        } else print('MASTER_KEY_PREVIOUS is no longer needed');
      }),
    );
}
