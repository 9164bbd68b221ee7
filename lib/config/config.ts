import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type * as z from 'zod';
import { OperatorError } from '../errors/operator-error';
import type { OfferedLanguages } from '../locales/offered-languages';
import { isWithin, optionsWithin } from '../pastes/expiry.rules';
import { basePath } from '../site/address.rules';
import type { StoreSettings } from '../store/store-calls';
import { VARIABLES } from './config-variables';
import { readEnvFile } from './env-file';
import { findMisspelt } from './misspelt';
import { findRetired } from './retired';
import type { Variable } from './variable';

type Name = keyof typeof VARIABLES;
type Values = { [N in Name]: z.output<(typeof VARIABLES)[N]['schema']> };

export type Config = Values & {
  BASE_URL: string;
  DEFAULT_LANGUAGE: string;
  /** The project's folder: migrations, the built program and relative paths start there. */
  rootDir: string;
  /** A sentence for each variable that looks like one of ours and is none, or whose value `.env` cuts. */
  misspelt: readonly string[];
};

/** The one variable without a default. With data, a new key is no help. */
const HOW_TO_SET_KEY =
  '. For a new service: echo "MASTER_KEY=$(openssl rand -base64 32)" >> .env; with a database, set the key that it was made with';

/** Every problem with the environment at once, in sentences that name the variable and never its value. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError';
  constructor(readonly problems: readonly string[]) {
    super(`configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

/** @throws ConfigError listing all problems */
export function loadConfig(env: NodeJS.ProcessEnv = process.env, rootDir: string = process.cwd()): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, definition] of Object.entries(VARIABLES) as [Name, Variable<z.ZodType>][]) {
    const text = readVariable(name, definition, env, problems);
    const result = definition.schema.safeParse(text ?? definition.default);
    if (result.success) values[name] = result.data;
    else if (text === undefined && definition.default === undefined)
      problems.push(`${name}: required, but not set${name === 'MASTER_KEY' ? HOW_TO_SET_KEY : ''}`);
    else problems.push(...result.error.issues.map((issue) => `${name}: ${issue.message}`));
  }
  const config = values as Values;
  problems.push(...contradictionsOf(config), ...findRetired(env));
  const { names, cut } = readEnvFile(rootDir, env);
  const misspelt = [...findMisspelt(env, names), ...cut];
  if (config.STRICT_CONFIG === 'on') problems.push(...misspelt);
  if (env.EXPIRY_OPTIONS) problems.push(...checkExpiries(config));
  const BASE_URL = config.BASE_URL ?? `http://localhost:${config.PORT}`;
  if (problems.length === 0) problems.push(...checkBasePath(BASE_URL));
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    ...config,
    BASE_URL,
    DEFAULT_LANGUAGE: config.DEFAULT_LANGUAGE ?? (config.LANGUAGES.includes('en') ? 'en' : (config.LANGUAGES[0] as string)),
    EXPIRY_OPTIONS: optionsWithin(config.EXPIRY_OPTIONS, config.MAX_TTL_SECONDS ?? null),
    rootDir,
    misspelt,
  };
}

/** Refuses a BASE_URL with another path than that of the build, whose pages contain their addresses. */
function checkBasePath(baseUrl: string): string[] {
  if (new URL(baseUrl).pathname.replace(/\/$/, '') === basePath()) return [];
  const built = basePath() === '' ? 'with no path' : `for the path ${basePath()}`;
  return [`BASE_URL: this program was built ${built}. Run "npm run build" with the same BASE_URL (docs/install.md, "Below a path")`];
}

/** Refuses expiry options above MAX_TTL_SECONDS. The built-in options are cut to the bound instead. */
function checkExpiries({ EXPIRY_OPTIONS, MAX_TTL_SECONDS }: Partial<Values>): string[] {
  if (!EXPIRY_OPTIONS || EXPIRY_OPTIONS.choices.every((choice) => isWithin(choice, MAX_TTL_SECONDS ?? null))) return [];
  return [`EXPIRY_OPTIONS: expected no time over MAX_TTL_SECONDS (${MAX_TTL_SECONDS} seconds), and no never`];
}

/** Problems of variables that are valid each by itself but not together. */
function contradictionsOf(values: Partial<Values>): string[] {
  const { PORT, BASE_URL, OIDC_ISSUER, OIDC_CLIENT_ID, SMTP_URL, MAIL_FROM, LANGUAGES, DEFAULT_LANGUAGE } = values;
  if (DEFAULT_LANGUAGE !== undefined && LANGUAGES && !LANGUAGES.includes(DEFAULT_LANGUAGE))
    return ['DEFAULT_LANGUAGE: expected one of LANGUAGES'];
  if (typeof PORT === 'string' && BASE_URL === undefined) return ['BASE_URL: required with a path as PORT, but not set'];
  if (OIDC_ISSUER !== undefined && OIDC_CLIENT_ID === undefined) return ['OIDC_CLIENT_ID: required with OIDC_ISSUER, but not set'];
  if (OIDC_ISSUER === undefined && OIDC_CLIENT_ID !== undefined) return ['OIDC_ISSUER: required with OIDC_CLIENT_ID, but not set'];
  if (typeof values.BACKUP_FOLDER === 'object' && bucketKeyOf(values) === null)
    return ['BACKUP_FOLDER: BACKUP_STORE_KEY_ID and BACKUP_STORE_SECRET are required with s3://…, but not both set'];
  const storeKey = [values.CONTENT_STORE_KEY_ID, values.CONTENT_STORE_SECRET];
  if (values.CONTENT_STORE !== undefined && storeKey.includes(undefined))
    return ['CONTENT_STORE: CONTENT_STORE_KEY_ID and CONTENT_STORE_SECRET are required with it, but not both set'];
  if (SMTP_URL !== undefined && MAIL_FROM === undefined) return ['MAIL_FROM: required with SMTP_URL, but not set'];
  if (SMTP_URL === undefined && MAIL_FROM !== undefined) return ['SMTP_URL: required with MAIL_FROM, but not set'];
  return [];
}

/** An empty variable counts as not set, as in compose files that pass one through. */
function readVariable(name: Name, definition: Variable<z.ZodType>, env: NodeJS.ProcessEnv, problems: string[]): string | undefined {
  const direct = env[name] || undefined;
  const file = definition.secret ? env[`${name}_FILE`] || undefined : undefined;
  if (file === undefined) return direct;
  if (direct !== undefined) {
    problems.push(`${name}: set either ${name} or ${name}_FILE, not both`);
    return direct;
  }
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    problems.push(`${name}_FILE: can't be read (${(error as NodeJS.ErrnoException).code})`);
    return definition.default;
  }
}

export function databaseOf({ DATABASE_URL, DATABASE_SESSION_SETTINGS, rootDir }: Config) {
  return { url: DATABASE_URL, rootDir, hasSessionSettings: DATABASE_SESSION_SETTINGS === 'on' };
}

/** Null without CONTENT_STORE. */
export function contentStoreOf({
  CONTENT_STORE: address,
  CONTENT_STORE_KEY_ID: keyId,
  CONTENT_STORE_SECRET: secret,
}: Config): StoreSettings | null {
  return address === undefined || keyId === undefined || secret === undefined ? null : { address, keyId, secret };
}

function bucketKeyOf(values: Partial<Values>): Omit<StoreSettings, 'address'> | null {
  const { BACKUP_STORE_KEY_ID, BACKUP_STORE_SECRET } = values;
  const isOwn = BACKUP_STORE_KEY_ID !== undefined || BACKUP_STORE_SECRET !== undefined;
  const keyId = isOwn ? BACKUP_STORE_KEY_ID : values.CONTENT_STORE_KEY_ID;
  const secret = isOwn ? BACKUP_STORE_SECRET : values.CONTENT_STORE_SECRET;
  return keyId === undefined || secret === undefined ? null : { keyId, secret };
}

/** BACKUP_FOLDER: a path, or a bucket. */
export function backupFolderOf(config: Config): string | StoreSettings {
  const { BACKUP_FOLDER: folder, rootDir } = config;
  if (typeof folder === 'string') return resolve(rootDir, folder);
  const key = bucketKeyOf(config);
  if (key === null) throw new OperatorError('BACKUP_FOLDER: its bucket has no key');
  return { address: folder, ...key };
}

export function backupSourceOf(config: Config) {
  return { url: config.DATABASE_URL, rootDir: config.rootDir, store: contentStoreOf(config) };
}

export const offeredLanguages = ({ LANGUAGES, DEFAULT_LANGUAGE }: Config): OfferedLanguages => ({
  languages: LANGUAGES,
  fallback: DEFAULT_LANGUAGE,
});

/** The port to listen on; null for a unix socket. */
export function portOf({ PORT }: Pick<Config, 'PORT'>): number | null {
  return typeof PORT === 'number' ? PORT : null;
}

export function masterKeysOf({ MASTER_KEY, MASTER_KEY_PREVIOUS }: Config): [Buffer, ...Buffer[]] {
  return MASTER_KEY_PREVIOUS ? [MASTER_KEY, MASTER_KEY_PREVIOUS] : [MASTER_KEY];
}
