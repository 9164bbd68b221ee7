import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { PLACEHOLDERS } from '#components/docs/request';
import { apiDocsMessages } from '#components/messages/api-docs';
import { linkMessages } from '#components/messages/link';
import { call, createPaste, createWebhook, type DeliveryBody } from '../support/api';
import { createAccount } from '../support/browser-accounts';
import { expect, test } from '../support/browser-fixture';
import { newChatId, say } from '../support/chats';
import { takenOver } from '../support/page-state';

test('commands have this server’s own address, and can be copied', async ({ page, context, web }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs/api');
  await takenOver(page);
  await page.getByRole('button', { name: apiDocsMessages.copyOf(apiDocsMessages.start) }).click();
  await expect(page.getByRole('status').filter({ hasText: linkMessages.copied })).toHaveCount(1);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`curl -s ${web.url}/api/v1/pastes`);
});

test('every operation of the description is on the page', async ({ page, web }) => {
  const { paths } = (await (await fetch(`${web.url}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { summary: string }>>;
  };
  const summaries = Object.values(paths).flatMap((path) => Object.values(path).map(({ summary }) => summary));
  expect(summaries.length).toBeGreaterThan(5);
  await page.goto('/docs/api');
  await expect.poll(() => page.getByRole('heading').allInnerTexts()).toEqual(expect.arrayContaining(summaries));
});

/** Statuses of operations that can't succeed by themselves, because each needs something from another step. */
const NEEDS_MORE: Record<string, number> = {
  // Only the page of this service makes accounts.
  'Create an account': 403,
  // This service sends no mails.
  'Set the address for mails': 404,
  // This needs the key that a create was sent with.
  'Cancel a create': 404,
  // This needs a code that the browser hands to a program.
  'Turn the code that a browser handed over into a key': 403,
  // These need a reader who waits.
  'List who waits for a burn paste': 404,
  'Release a reader of a burn paste': 404,
  'Refuse a reader of a burn paste': 404,
  // These need the signature of a platform, which none has been given here.
  'Called by Slack': 404,
  'Called by Discord': 404,
  'Called by Mattermost': 404,
  // This needs a request that waits at a code.
  'Find a request by its code': 404,
  // This needs the token that came with the answer.
  'What became of an answer': 404,
};

test('every command copied from the API page runs in bash with the ids filled in', { tag: '@prove' }, async ({
  page,
  context,
  web,
  receiver,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { headers, key } = await createAccount(web.url);
  const { id: webhookId } = await createWebhook(web.url, headers, { url: receiver.url });
  const { publicId } = await createPaste(web.url, { content: 'told of' }, headers);
  const newest = async () => {
    const { body } = await call<{ deliveries: DeliveryBody[] }>(`${web.url}/api/v1/webhooks/${webhookId}/deliveries`, { headers });
    return body.deliveries.find(({ status }) => status === 'delivered')?.id;
  };
  await expect.poll(newest).toBeDefined();
  const { body: linking } = await call<{ token: string }>(`${web.url}/api/v1/messenger/tokens`, { method: 'POST', headers });
  await say(web, `/link ${linking.token}`, newChatId());
  const { body: chats } = await call<{ destinations: { id: number }[] }>(`${web.url}/api/v1/messenger/destinations`, { headers });

  await page.goto('/docs/api');
  await takenOver(page);
  const values: Record<string, string> = {
    [PLACEHOLDERS.publicId]: publicId,
    [PLACEHOLDERS.webhookId]: String(webhookId),
    [PLACEHOLDERS.deliveryId]: (await newest()) ?? '',
    [PLACEHOLDERS.chatId]: String(chats.destinations[0]?.id),
    [PLACEHOLDERS.apiKey]: key,
  };
  /** Puts values into a command, and the key, which does as well as a paste's manage token. */
  const filled = (command: string) => {
    const text = Object.entries(values).reduce((text, [name, value]) => text.replaceAll(name, () => value), command);
    const token = `X-Service-Manage-Token: ${PLACEHOLDERS.manageToken}`;
    return text.includes(key) ? text : text.includes(token) ? text.replace(token, `X-Api-Key: ${key}`) : `${text} -H 'X-Api-Key: ${key}'`;
  };

  const folder = await mkdtemp(join(tmpdir(), 'commands-'));
  try {
    await writeFile(join(folder, 'notes.md'), '# Notes');
    await writeFile(join(folder, '.curlrc'), 'write-out = "\\n%{http_code}"\n');
    const run = async (command: string) => {
      const { stdout } = await promisify(execFile)('bash', ['-c', command], { cwd: folder, env: { ...process.env, HOME: folder } });
      return { status: Number(stdout.slice(stdout.lastIndexOf('\n') + 1)), text: stdout.slice(0, stdout.lastIndexOf('\n')) };
    };

    const asked = await run(filled(await copied(page, 'Ask for secrets')));
    values[PLACEHOLDERS.requestId] = (JSON.parse(asked.text) as { requestId: string }).requestId;
    const commands = new Map<string, string>();
    const labels = await page.getByRole('button', { name: /^Copy: / }).evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel ?? ''));
    for (const what of labels.map((label) => label.slice(apiDocsMessages.copyOf('').length)))
      commands.set(what, filled(await copied(page, what)));
    expect(commands.size).toBeGreaterThan(40);
    expect([...commands].filter(([, command]) => Object.values(PLACEHOLDERS).some((name) => command.includes(name)))).toEqual([]);

    // Claims and receipts need a paste that burns.
    const burning = await createPaste(web.url, { content: 'burns', burnAfterRead: true }, headers);
    values[PLACEHOLDERS.publicId] = burning.publicId;
    for (const what of [...commands.keys()].filter((name) => /burn paste|claimed/.test(name)))
      commands.set(what, filled(await copied(page, what)));

    // Changes come late and deletions last, because the other commands need their objects.
    const rank = ([, command]: [string, string]) => Number(/-X (PATCH|DELETE)/.test(command)) + Number(command.includes('-X DELETE'));
    const failed: unknown[] = [];
    for (const [what, command] of [...commands].sort((a, b) => rank(a) - rank(b))) {
      const { status, text } = await run(command);
      if (status !== NEEDS_MORE[what] && (status < 200 || status > 299)) failed.push({ what, command, status, text });
    }
    expect(failed).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

async function copied(page: Page, what: string): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  // A search by role would examine every element of this long page, hence the attribute.
  await page.locator(`button[aria-label=${JSON.stringify(apiDocsMessages.copyOf(what))}]`).click();
  let text = '';
  await expect.poll(async () => (text = await page.evaluate(() => navigator.clipboard.readText()))).not.toBe('');
  return text;
}
