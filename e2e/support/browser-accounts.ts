/** Accounts to test with, and browsers that are signed in to them. */
import type { BrowserContext } from '@playwright/test';
import { call } from './api';
import { signIn } from './browser-session';

export interface Account {
  name: string;
  key: string;
  /** The header that identifies the account to the API. */
  headers: { 'X-Api-Key': string };
}

let count = 0;

/** Makes an account as the page for visitors does. */
export async function createAccount(baseUrl: string): Promise<Account> {
  const name = `user-${process.pid}-${(count += 1)}`;
  const { status, body } = await call<{ apiKey: string }>(`${baseUrl}/api/v1/accounts`, {
    json: { userName: name },
    headers: { Origin: new URL(baseUrl).origin },
  });
  if (status !== 201) throw new Error(`no account: ${status} ${JSON.stringify(body)}`);
  return { name, key: body.apiKey, headers: { 'X-Api-Key': body.apiKey } };
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
