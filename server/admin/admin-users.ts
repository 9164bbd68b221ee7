import type { Command } from 'commander';
import { ownData } from '#lib/api/own-data';
import { operatorEntry } from '#lib/audit/audit-recorder';
import { addCommand, duration, note, printAll, printing, table, time, withServices, yes } from './admin-output';

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('users');

  addCommand(user, 'list', 'list all users').action(
    printing(async ({ accounts }) => {
      const users = await accounts.listUsers();
      const lines = () =>
        table(users, [
          ['ID', ({ id }) => id],
          ['NAME', ({ name }) => name],
          ['CREATED', ({ createdAt }) => time(createdAt)],
          ['DISABLED', ({ disabledAt }) => time(disabledAt)],
          ['KEYS', ({ activeKeys }) => activeKeys],
          ['PASTES', ({ pastes, hasMorePastes }) => `${pastes}${hasMorePastes ? '+' : ''}`],
          ['ADMIN', ({ promotedAt }) => yes(promotedAt !== null)],
          ['SELF-REGISTERED', ({ selfRegistered }) => yes(selfRegistered)],
        ]);
      return [{ users }, lines];
    }),
  );

  for (const [name, description, change, field, value] of [
    ['disable', "refuse all of a user's keys; pastes stay", 'setDisabled', 'disabled', true],
    ['enable', "accept a user's keys again", 'setDisabled', 'disabled', false],
    ['promote', 'make a user an administrator: their linked chats are told of reports', 'setAdmin', 'isAdmin', true],
    ['demote', 'make an administrator a user like others', 'setAdmin', 'isAdmin', false],
  ] as const) {
    addCommand(user, name, description)
      .argument('<name>', "the user's name")
      .action(
        printing(async ({ accounts }, userName: string) => {
          await accounts[change](userName, value);
          return [{ name: userName, [field]: value }, () => [`${name}d`]];
        }),
      );
  }

  user
    .command('export')
    .description('print all that is stored of a user as JSON lines, as their account page gives it')
    .argument('<name>', "the user's name")
    .action((userName: string) =>
      withServices(async (services) => {
        const userId = await services.accounts.idOf(userName);
        await services.db.write([operatorEntry('user.exported', String(userId))]);
        await printAll(ownData(services, { userId, userName }, 'operator'));
      }),
    );

  addCommand(user, 'delete', 'delete a user with all pastes, receipts, webhooks, chats and keys; this can not be undone')
    .argument('<name>', "the user's name")
    .action(
      printing(async ({ accounts }, userName: string) => {
        const removed = await accounts.removeUser(userName, 'operator', (pastes) => note(`${pastes} pastes deleted`));
        return [removed, () => [`deleted, with ${removed.pastes} pastes and ${removed.keys} keys`]];
      }),
    );
}

export function addBanCommands(program: Command): void {
  const ban = program.command('ban').description('client addresses that are refused (for users see `user disable`)');

  addCommand(ban, 'add', 'ban an address or a network; web processes apply it within seconds')
    .argument('<network>', '192.0.2.1, 192.0.2.0/24, 2001:db8::/64')
    .option('--for <time>', 'like 30m, 12h or 7d (default: for ever)')
    .option('--reason <text>', 'shown by `ban list`')
    .action(
      printing(async ({ bans }, network: string, { for: time, reason }: { for?: string; reason?: string }) => {
        const banned = await bans.add(network, reason ?? null, time === undefined ? null : duration('--for', time), 'operator');
        return [{ banned }, () => [`banned ${banned}`]];
      }),
    );

  addCommand(ban, 'remove', 'lift a ban')
    .argument('<network>', 'as in `ban list`')
    .action(
      printing(async ({ bans }, network: string) => {
        await bans.remove(network, 'operator');
        return [{ lifted: network }, () => ['lifted']];
      }),
    );

  addCommand(ban, 'list', 'list all bans').action(
    printing(async ({ bans }) => {
      const list = await bans.list();
      const lines = () =>
        table(list, [
          ['NETWORK', ({ network }) => network],
          ['SINCE', ({ createdAt }) => time(createdAt)],
          ['UNTIL', ({ expiresAt }) => time(expiresAt)],
          ['REASON', ({ reason }) => reason ?? '-'],
        ]);
      return [{ bans: list }, lines];
    }),
  );
}
