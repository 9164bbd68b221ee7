/** The texts to copy from docs/messenger.md are what the platforms take, and lead to the commands and addresses that exist. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { routes } from '#lib/api/routes';
import { COMMANDS, SLASH_COMMAND } from '#lib/messenger/messenger.rules';
import { DISCORD_OPTIONS } from '#lib/testing/fake-slash-platforms';

const page = readFileSync(join(fileURLToPath(new URL('.', import.meta.url)), 'messenger.md'), 'utf8');
const OURS = [...COMMANDS, 'link', 'help'];

interface Option {
  type: number;
  name: string;
  description: string;
  required?: boolean;
  options?: Option[];
}

it('the addresses that the page names are endpoints', () => {
  const named = [...page.matchAll(/https:\/\/paste\.example(\/api\/v1\/chat\/\w+)/g)].map(([, path]) => path);
  expect(new Set(named)).toEqual(new Set(['slack', 'discord', 'mattermost'].map((name) => `/api/v1/chat/${name}`)));
  for (const path of named) expect(routes.some((route) => route.path === path && route.method === 'POST')).toBe(true);
});

it('the manifest of the Slack app has the command within the limits of Slack', () => {
  const manifest = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '');
  const [command] = manifest.features.slash_commands;
  expect(command).toMatchObject({ command: SLASH_COMMAND, should_escape: false });
  expect(command.description.length).toBeLessThanOrEqual(2_000);
  expect(command.usage_hint.length).toBeLessThanOrEqual(1_000);
  expect(manifest.oauth_config.scopes.bot).toEqual(['commands']);
});

it('the commands to register with Discord are ours, within its limits', () => {
  const [command] = JSON.parse(/-d '(\[\{[\s\S]*?\}\])'/.exec(page)?.[1] ?? '') as [Option];
  expect(`/${command.name}`).toBe(SLASH_COMMAND);
  expect(command.options?.map(({ name }) => name)).toEqual(OURS);
  for (const each of [command, ...(command.options ?? []), ...(command.options ?? []).flatMap(({ options = [] }) => options)]) {
    expect(each.name).toMatch(/^[-_a-z0-9]{1,32}$/);
    expect(each.description).toMatch(/^.{1,100}$/);
  }
  const taken = Object.fromEntries((command.options ?? []).map(({ name, options = [] }) => [name, options.map((option) => option.name)]));
  for (const name of OURS) expect(taken[name]).toEqual(name in DISCORD_OPTIONS ? [DISCORD_OPTIONS[name]] : []);
});
