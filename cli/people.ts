/**
 * `sealpaste --to NAME --to NAME`: one text as a burn paste for each person, with a key and a receipt of its own.
 *
 * Guarantees: a person's line is printed when the server has stored the paste, before the next one is made; a failure names
 * those who have no link, as the --to of a second run.
 * The names stay on this machine.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { ResultOf } from '../lib/client/operation';
import type { createPaste } from '../lib/client/operations.generated';
import { MAX_TITLE_CHARACTERS } from '../lib/pastes/paste.rules';
import { RefusedError } from './api';
import type { Context } from './context';
import { CliError, EXIT, usageError } from './exit';
import { print } from './output';

const MAX_PEOPLE = 50;
/** Waits for a server that limits creates, for each person. */
const MAX_WAITS = 3;
const MAX_WAIT_MS = 120_000;

export interface Made {
  /** The fields that --json prints; `url` has the key. */
  result: { url: string } & Pick<ResultOf<typeof createPaste>, 'publicId' | 'expiresAt' | 'manageToken' | 'releaseTokens'>;
  /** Pages of the release tokens that this machine doesn't keep: nobody else shows them again. */
  releaseUrls: readonly string[];
}

/** The names in --to. @throws CliError usage */
export function peopleIn({ to = [], copy, qr }: Context['values']): readonly string[] {
  const names = to.map((name) => name.trim());
  if (names.length > MAX_PEOPLE) throw usageError(`--to was given ${names.length} times. The limit is ${MAX_PEOPLE}`);
  if (!names.every((name) => /^\P{Cc}+$/u.test(name) && [...name].length <= MAX_TITLE_CHARACTERS))
    throw usageError(`--to takes a name of 1 to ${MAX_TITLE_CHARACTERS} characters on one line`);
  if (new Set(names).size < names.length) throw usageError('--to was given the same name twice: nobody could tell the links apart');
  if (names.length > 0 && (copy || qr)) throw usageError('--copy and --qr take one link, without --to');
  return names;
}

/** @param make stores a paste @throws CliError which names those who have no link */
export async function forEach(names: readonly string[], make: (label: string) => Promise<Made>, { values, tell }: Context): Promise<void> {
  for (const [index, label] of names.entries()) {
    const { result, releaseUrls } = await waiting(() => make(label), tell).catch((error: unknown) => {
      if (!(error instanceof CliError)) throw error;
      const rest = names.slice(index).map((name) => `--to ${quoted(name)}`);
      const more = `Some have no link yet (go on: ${rest.join(' ')})`;
      throw new CliError(error.code, `${error.message.replace(/\.$/, '')}. ${more}`);
    });
    await print(`${values.json ? JSON.stringify({ to: label, ...result }) : [label, result.url, ...releaseUrls].join('\t')}\n`);
  }
  tell('Each link works once. "sealpaste receipt ID" says whether it was opened.');
}

/** Waits as long as the server asks, a few times: without an account it takes five pastes a minute. */
async function waiting(make: () => Promise<Made>, tell: Context['tell']): Promise<Made> {
  for (let waits = 0; ; waits++) {
    try {
      return await make();
    } catch (error) {
      const isSoon = error instanceof RefusedError && error.code === EXIT.later && error.retryAfterMs <= MAX_WAIT_MS;
      if (!isSoon || waits === MAX_WAITS) throw error;
      tell(`The server takes the next one in ${Math.ceil(error.retryAfterMs / 1000)} s.`);
      await wait(error.retryAfterMs);
    }
  }
}

/** A name as a shell takes it. */
const quoted = (name: string): string => (/^[\w.@+-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`);
