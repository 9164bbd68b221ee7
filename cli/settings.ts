/** The service's address and API key: flag, then environment, then config file. */
import { readConfig } from './config';
import { CliError, EXIT, usageError } from './exit';
import type { OptionValues } from './options';
import { configFile, type Environment } from './places';
import { type BaseUrl, isLoopback, NO_ADDRESS, parseBaseUrl } from './target';

export type Settings = ReturnType<typeof loadSettings>;

const INSECURE =
  'By http:// anybody on the way can read and change what is sent. Use https://, or allow it: --insecure or SEALPASTE_INSECURE=1';

/** @throws CliError for a config file that other users may read, a wrong address, or an impossible key */
export function loadSettings({ url: flagUrl, insecure }: Pick<OptionValues, 'url' | 'insecure'>, env: Environment) {
  const config = readConfig(configFile(env));
  const given = flagUrl ?? (env.SEALPASTE_URL || config.url);
  const baseUrl = given === undefined ? null : parseBaseUrl(given);
  return {
    /** The service's address; null when none is configured. */
    baseUrl,
    /**
     * @returns the same address, after checking that nobody on the way can read and change what is sent
     * @throws CliError usage for `http://` to another machine, unless that is allowed
     */
    reach<Address extends { baseUrl: string }>(address: Address): Address & { baseUrl: BaseUrl } {
      const isAllowed = insecure || env.SEALPASTE_INSECURE === '1' || (config.insecure && address.baseUrl === config.url);
      if (!isAllowed && address.baseUrl.startsWith('http:') && !isLoopback(address.baseUrl)) throw usageError(INSECURE);
      return address as Address & { baseUrl: BaseUrl };
    },
    /** @returns the API key of that address, never the key of another one */
    apiKeyFor(address: string): string | null {
      const [owner, apiKey] = env.SEALPASTE_API_KEY ? [baseUrl, env.SEALPASTE_API_KEY] : [config.url, config.apiKey];
      return apiKey && address === owner ? checkApiKey(apiKey) : null;
    },
  };
}

/** @throws CliError usage */
export function requireBaseUrl({ baseUrl, reach }: Settings): BaseUrl {
  if (baseUrl === null) throw usageError(`The service's address is missing: ${NO_ADDRESS}`);
  return reach({ baseUrl }).baseUrl;
}

/** Checks the key's characters, since Node's error for an invalid header would quote the key. @throws CliError */
export function checkApiKey(apiKey: string): string {
  if (!/^[\x21-\x7e]{1,500}$/.test(apiKey)) throw new CliError(EXIT.usage, 'This is not an API key: keys have letters, digits and _ only');
  return apiKey;
}
