import type { Command } from 'commander';
import { removeUser } from '#lib/accounts/accounts.removal';
import { addCommand, answer, duration, note, table, time, withServices, yes } from './admin.output';

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('users');

  addCommand(user, 'list', 'list all users').action(({ json }: { json?: boolean }) =>
    withServices(async ({ accounts }) => {
      const users = await accounts.listUsers();
      answer(json, { users }, () =>
        table(
          ['ID', 'NAME', 'CREATED', 'DISABLED', 'KEYS', 'PASTES', 'SELF-REGISTERED'],
          users.map((one) => [
            `${one.id}`,
            one.name,
            time(one.createdAt),
            time(one.disabledAt),
            `${one.activeKeys}`,
            `${one.pastes}`,
            yes(one.selfRegistered),
          ]),
        ),
      );
    }),
  );

  for (const [name, description, disabled] of [
    ['disable', "refuse all of a user's keys from the next request on; their pastes stay", true],
    ['enable', "accept a user's keys again", false],
  ] as const) {
    addCommand(user, name, description)
      .argument('<name>', "the user's name")
      .action((userName: string, { json }: { json?: boolean }) =>
        withServices(async ({ accounts }) => {
          await accounts.setDisabled(userName, disabled);
          answer(json, { name: userName, disabled }, () => [`${name}d`]);
        }),
      );
  }

  addCommand(user, 'delete', 'remove a user with everything of theirs: pastes, receipts, webhooks, chats, keys; there is no way back')
    .argument('<name>', "the user's name")
    .action((userName: string, { json }: { json?: boolean }) =>
      withServices(async ({ db }) => {
        const removed = await removeUser(db, userName, (pastes) => note(`${pastes} pastes deleted`));
        answer(json, removed, () => [`deleted, with ${removed.pastes} pastes and ${removed.keys} keys`]);
      }),
    );
}

export function addBanCommands(program: Command): void {
  const ban = program.command('ban').description('client addresses that are served nothing (for users see `user disable`)');

  addCommand(ban, 'add', 'ban an address or a network; every web process knows within seconds')
    .argument('<network>', '192.0.2.1, 192.0.2.0/24, 2001:db8::/64')
    .option('--for <time>', 'like 30m, 12h or 7d; by default for ever')
    .option('--reason <text>', 'shown by `ban list`')
    .action((network: string, { for: time, reason, json }: { for?: string; reason?: string; json?: boolean }) =>
      withServices(async ({ bans }) => {
        const banned = await bans.add(network, reason ?? null, time === undefined ? null : duration('--for', time));
        answer(json, { banned }, () => [`banned ${banned}`]);
      }),
    );

  addCommand(ban, 'remove', 'lift a ban')
    .argument('<network>', 'as in `ban list`')
    .action((network: string, { json }: { json?: boolean }) =>
      withServices(async ({ bans }) => {
        await bans.remove(network);
        answer(json, { lifted: network }, () => ['lifted']);
      }),
    );

  addCommand(ban, 'list', 'list all bans').action(({ json }: { json?: boolean }) =>
    withServices(async ({ bans }) => {
      const list = await bans.list();
      answer(json, { bans: list }, () =>
        table(
          ['NETWORK', 'SINCE', 'UNTIL', 'REASON'],
          list.map((one) => [one.network, time(one.createdAt), time(one.expiresAt), one.reason ?? '-']),
        ),
      );
    }),
  );
}
