/** Accounts to test with, and browsers that are signed in to them. */
import type { BrowserContext } from '@playwright/test';
import { sendForm, signIn } from './browser-session';

export interface Account {
  name: string;
  key: string;
  /** The header that identifies the account to the API. */
  headers: { 'X-Api-Key': string };
}

let count = 0;

/** Makes an account as a visitor without JavaScript does. */
export async function createAccount(baseUrl: string): Promise<Account> {
  const name = `user-${process.pid}-${(count += 1)}`;
  const { cookies } = await sendForm(`${baseUrl}/account/actions/register`, { userName: name }, { Origin: baseUrl });
  const page = await fetch(`${baseUrl}/account/register`, { headers: { Cookie: cookies[0] ?? '' } });
  const key = /sp_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}/.exec(await page.text())?.[0];
  if (key === undefined) throw new Error('no key on the page');
  return { name, key, headers: { 'X-Api-Key': key } };
}

/** Signs a browser in; whoever was signed in there is so no longer. */
export async function signInto(context: BrowserContext, baseUrl: string, { key }: Account): Promise<void> {
  const [name = '', value = ''] = (await signIn(baseUrl, baseUrl, key)).split(/=(.*)/);
  const { hostname, pathname } = new URL(baseUrl);
  await context.addCookies([{ name, value, domain: hostname, path: pathname }]);
}

/** Makes an account and signs the browser in to it. */
export async function signedIn(context: BrowserContext, baseUrl: string): Promise<Account> {
  const account = await createAccount(baseUrl);
  await signInto(context, baseUrl, account);
  return account;
}
