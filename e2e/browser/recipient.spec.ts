/** Tests a burn paste for the reader of one mailbox: its sender, a real mail server, and the reader in a browser of their own. */
import { createdMessages } from '#components/messages/created';
import { editorMessages } from '#components/messages/editor';
import { viewCoveredMessages } from '#components/messages/view-covered';
import { viewMailedMessages as messages } from '#components/messages/view-mailed';
import { startMailServer } from '#lib/testing/mail-server';
import { expectAccessible } from '../support/accessibility';
import { signedIn } from '../support/browser-accounts';
import { expect, test, withWeb } from '../support/browser-fixture';
import { takenOver } from '../support/page-state';
import { createButton, showMoreOptions, textArea } from '../support/paste-pages';
import { startWorker } from '../support/processes';

const SECRET = 'for one mailbox only';
const CARLA = 'carla@example.org';

test('a paste for one mailbox opens for the code in its mail', async ({ page, browser, noise }) => {
  // A wrong code is a 403.
  noise.allow(/403 \(Forbidden\)/);
  // The reload ends the request that waits.
  noise.allow(/ERR_ABORTED POST \S+\/claim$/);
  const mail = await startMailServer();
  const sending = { SMTP_URL: `smtp://127.0.0.1:${mail.port}?tls=off`, MAIL_FROM: 'paste@example.org', WORKER_POLL_INTERVAL_MS: '250' };
  await withWeb(sending, async (web) => {
    const worker = await startWorker(web.environment);
    await signedIn(page.context(), web.url);
    await page.goto(`${web.url}/`);
    await takenOver(page);
    await textArea(page).fill(SECRET);
    const { burnAfterRead, approvals, recipient } = editorMessages.pasteOptions;
    await page.getByRole('switch', { name: burnAfterRead.label }).check();
    await showMoreOptions(page);
    await page.getByLabel(approvals.label, { exact: true }).selectOption(recipient.choice);
    await page.getByLabel(recipient.label).fill(CARLA);
    await expectAccessible(page, 'the editor with a recipient', [360, 1280]);
    await createButton(page).click();
    const link = await page.getByRole('textbox', { name: createdMessages.link, exact: true }).inputValue();

    const context = await browser.newContext({ viewport: { width: 360, height: 640 } });
    const reader = await context.newPage();
    await noise.listen(reader);
    await reader.goto(link);
    await takenOver(reader);
    await reader.getByRole('button', { name: messages.ask }).click();
    await expect(reader.getByLabel(messages.label)).toBeFocused();
    await expect.poll(() => mail.taken.length).toBe(1);
    const [sent] = mail.taken;
    const [code = ''] = sent?.parts['text/plain']?.split(/\r?\n/) ?? [];
    expect([sent?.to, /^\d{6}$/.test(code)]).toEqual([CARLA, true]);
    expect(sent?.raw).not.toContain('http');
    await reader.getByLabel(messages.label).fill(code === '000000' ? '111111' : '000000');
    await reader.getByRole('button', { name: messages.open }).click();
    await expect(reader.getByRole('alert').filter({ hasText: messages.wrong(4) })).toBeVisible();
    await expectAccessible(reader, 'a reader who types a code', [360]);
    expect(await reader.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await reader.reload();
    await reader.getByLabel(messages.label).fill(code);
    await reader.getByRole('button', { name: messages.open }).click();
    await reader.getByRole('button', { name: viewCoveredMessages.show, exact: true }).click();
    await expect(reader.getByText(SECRET)).toBeVisible();
    expect(mail.taken).toHaveLength(1);
    await context.close();
    await worker.kill();
    for (const output of [await web.log(), worker.output()]) expect(output).not.toContain('carla');
  });
  await mail.stop();
});
