/** `login`: gets an API key, typed in or by the browser, checks it and stores it. */
import { checkKey } from './api';
import { writeConfig } from './config';
import type { Context } from './context';
import { readShort } from './input';
import { configFile } from './places';
import { askSecret } from './prompt';
import { checkApiKey, requireBaseUrl } from './settings';

const MAX_KEY_CHARACTERS = 1_000;

/** @throws CliError, after which nothing is stored */
export async function login({ settings, values, env, tell }: Context): Promise<void> {
  const url = requireBaseUrl(settings);
  const given = (await readKey(`API key for ${url} (Enter: get one by the browser): `)).trim();
  const apiKey = checkApiKey(given === '' ? await (await import('./login-browser')).keyByBrowser(url, env) : given);
  await checkKey(url, apiKey);
  const path = configFile(env);
  writeConfig(path, { url, apiKey, ...(values.insecure ? { insecure: true } : {}) });
  tell(`Stored in ${path}.`);
}

async function readKey(question: string): Promise<string> {
  if (process.stdin.isTTY) return (await askSecret(question)) ?? '';
  return readShort(MAX_KEY_CHARACTERS, 'an API key');
}
