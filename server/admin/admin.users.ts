import type { Command } from 'commander';
import { addCommand, duration, note, printResult, table, time, withServices, yes } from './admin.output';

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('users');

  addCommand(user, 'list', 'list all users').action(({ json }: { json?: boolean }) =>
    withServices(async ({ accounts }) => {
      const users = await accounts.listUsers();
      printResult(json, { users }, () =>
        table(
          ['ID', 'NAME', 'CREATED', 'DISABLED', 'KEYS', 'PASTES', 'ADMIN', 'SELF-REGISTERED'],
          users.map((one) => [
            `${one.id}`,
            one.name,
            time(one.createdAt),
            time(one.disabledAt),
            `${one.activeKeys}`,
            `${one.pastes}${one.hasMorePastes ? '+' : ''}`,
            yes(one.promotedAt !== null),
            yes(one.selfRegistered),
          ]),
        ),
      );
    }),
  );

  for (const [name, description, disabled] of [
    ['disable', "refuse all of a user's keys; pastes stay", true],
    ['enable', "accept a user's keys again", false],
  ] as const) {
    addCommand(user, name, description)
      .argument('<name>', "the user's name")
      .action((userName: string, { json }: { json?: boolean }) =>
        withServices(async ({ accounts }) => {
          await accounts.setDisabled(userName, disabled);
          printResult(json, { name: userName, disabled }, () => [`${name}d`]);
        }),
      );
  }

  for (const [name, description, isAdmin] of [
    ['promote', 'make a user an administrator: their linked chats are told of reports', true],
    ['demote', 'make an administrator a user like others', false],
  ] as const) {
    addCommand(user, name, description)
      .argument('<name>', "the user's name")
      .action((userName: string, { json }: { json?: boolean }) =>
        withServices(async ({ accounts }) => {
          await accounts.setAdmin(userName, isAdmin);
          printResult(json, { name: userName, isAdmin }, () => [`${name}d`]);
        }),
      );
  }

  addCommand(user, 'delete', 'delete a user with all pastes, receipts, webhooks, chats and keys; this can not be undone')
    .argument('<name>', "the user's name")
    .action((userName: string, { json }: { json?: boolean }) =>
      withServices(async ({ accounts }) => {
        const removed = await accounts.removeUser(userName, 'operator', (pastes) => note(`${pastes} pastes deleted`));
        printResult(json, removed, () => [`deleted, with ${removed.pastes} pastes and ${removed.keys} keys`]);
      }),
    );
}

export function addBanCommands(program: Command): void {
  const ban = program.command('ban').description('client addresses that are refused (for users see `user disable`)');

  addCommand(ban, 'add', 'ban an address or a network; web processes apply it within seconds')
    .argument('<network>', '192.0.2.1, 192.0.2.0/24, 2001:db8::/64')
    .option('--for <time>', 'like 30m, 12h or 7d (default: for ever)')
    .option('--reason <text>', 'shown by `ban list`')
    .action((network: string, { for: time, reason, json }: { for?: string; reason?: string; json?: boolean }) =>
      withServices(async ({ bans }) => {
        const banned = await bans.add(network, reason ?? null, time === undefined ? null : duration('--for', time), 'operator');
        printResult(json, { banned }, () => [`banned ${banned}`]);
      }),
    );

  addCommand(ban, 'remove', 'lift a ban')
    .argument('<network>', 'as in `ban list`')
    .action((network: string, { json }: { json?: boolean }) =>
      withServices(async ({ bans }) => {
        await bans.remove(network, 'operator');
        printResult(json, { lifted: network }, () => ['lifted']);
      }),
    );

  addCommand(ban, 'list', 'list all bans').action(({ json }: { json?: boolean }) =>
    withServices(async ({ bans }) => {
      const list = await bans.list();
      printResult(json, { bans: list }, () =>
        table(
          ['NETWORK', 'SINCE', 'UNTIL', 'REASON'],
          list.map((one) => [one.network, time(one.createdAt), time(one.expiresAt), one.reason ?? '-']),
        ),
      );
    }),
  );
}
