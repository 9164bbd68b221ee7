/** A web process where visitors may create accounts, and accounts to test with. */

import { test as base, expect, withWeb } from './browser.fixture';
import { sendForm, signIn } from './browser-session';

export const test = base.extend({
  web: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures needed from it
    async ({}, use) => {
      await withWeb({ REGISTRATION: 'open' }, use);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

export interface Account {
  name: string;
  key: string;
}

let count = 0;

/** Makes an account as a visitor without JavaScript does. */
export async function createAccount(baseUrl: string): Promise<Account> {
  const name = `user-${process.pid}-${(count += 1)}`;
  const { cookies } = await sendForm(`${baseUrl}/account/actions/register`, { userName: name }, { Origin: baseUrl });
  const page = await fetch(`${baseUrl}/account/register`, { headers: { Cookie: cookies[0] ?? '' } });
  const key = /sp_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}/.exec(await page.text())?.[0];
  if (key === undefined) throw new Error('no key on the page');
  return { name, key };
}

/** The session's cookie for a browser of Playwright's. */
export async function sessionCookie(baseUrl: string, key: string): Promise<{ name: string; value: string; url: string }> {
  const [name = '', value = ''] = (await signIn(baseUrl, baseUrl, key)).split(/=(.*)/);
  return { name, value, url: baseUrl };
}

export { expect };
