/** The one reader of the environment. */
import { readFileSync } from 'node:fs';
import type * as z from 'zod';
import { OperatorError } from '../errors/operator.error';
import { VARIABLES, type Variable } from './config.variables';

type Name = keyof typeof VARIABLES;
type Values = { [N in Name]: z.output<(typeof VARIABLES)[N]['schema']> };

export type Config = Values & {
  BASE_URL: string;
  /** The project's folder: migrations, the built program and relative paths start there. */
  rootDir: string;
};

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
    else if (text === undefined && definition.default === undefined) problems.push(`${name}: required, but not set`);
    else problems.push(...result.error.issues.map((issue) => `${name}: ${issue.message}`));
  }
  if (problems.length > 0) throw new ConfigError(problems);
  const config = values as Values;
  return { ...config, BASE_URL: config.BASE_URL ?? `http://localhost:${config.PORT}`, rootDir };
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

/** What the configured database is opened with. */
export function databaseOf({ DATABASE_URL, DATABASE_SESSION_SETTINGS, rootDir }: Config) {
  return { url: DATABASE_URL, rootDir, hasSessionSettings: DATABASE_SESSION_SETTINGS === 'on' };
}

/** The configured master keys, the current one first. */
export function masterKeysOf({ MASTER_KEY, MASTER_KEY_PREVIOUS }: Config): [Buffer, ...Buffer[]] {
  return MASTER_KEY_PREVIOUS ? [MASTER_KEY, MASTER_KEY_PREVIOUS] : [MASTER_KEY];
}
