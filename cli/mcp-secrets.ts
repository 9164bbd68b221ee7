/** Secrets that an assistant asks for and uses by handles, in commands that the person allowed. */
import type { ChildProcess } from 'node:child_process';
import { randomToken } from './api';
import { exitCodeOf, requireCommand, startCommand } from './child';
import type { Context } from './context';
import { CliError, EXIT, usageError } from './exit';
import { createMask, isMaskable, type Secret } from './mask';
import type { Opened } from './open-link';
import { isWindows } from './places';
import { secretOf } from './run-with-secrets';
import { awaitAnswer, checkLabel, makeRequest, type OwnRequest, openOldest } from './secret-request';

/** A command that may run, as the person wrote it. */
export interface Allowed {
  shown: string;
  variable: string;
  words: string[];
  /** Whether other words may follow. */
  isOpen: boolean;
}

const DEFAULT_VARIABLE = 'SECRET';
/** A secret that nobody fetched is gone after a day. */
const TTL_SECONDS = 86_400;
const MAX_HANDLES = 100;
/** Clients give up on a call after a minute. */
const WAIT_MS = 45_000;
const MAX_OUTPUT_BYTES = 64 * 1024;
const KILL_AFTER_MS = 5_000;

interface Held {
  request: OwnRequest;
  url: string;
  opened?: Promise<Opened>;
  acknowledged?: Promise<void>;
}

/** @throws CliError usage */
export function createSecretUses(context: Context) {
  const allowed = (context.values['allow-run'] ?? []).map(parseAllowed);
  const handles = new Map<string, Held>();
  /** All values that commands may know, to be masked in the output of each. */
  const known = new Map<string, Secret>();

  /** @throws CliError later, when nobody has answered yet */
  async function open({ request, url }: Held, signal: AbortSignal): Promise<Opened> {
    const patience = AbortSignal.timeout(WAIT_MS);
    const found = await awaitAnswer(context, request, { mayWait: true, signal: AbortSignal.any([signal, patience]) }).catch(
      (error: unknown) => {
        if (patience.aborted)
          throw new CliError(EXIT.later, `Nobody has entered the secret yet. Ask the person to open ${url}, then call run_with again`);
        throw error;
      },
    );
    const opened = await openOldest(context, request, found);
    if (opened === null) throw new CliError(EXIT.gone, 'The secret is gone. Ask for it again by request_secret');
    return opened;
  }

  return {
    allowed,

    async request(label: string): Promise<string[]> {
      if (allowed.length === 0) throw usageError('No command may use a secret: the person has to start this server with --allow-run');
      if (handles.size === MAX_HANDLES) throw usageError(`At most ${MAX_HANDLES} secrets are asked for`);
      const { kept, url } = await makeRequest(context, { label: checkLabel(label, 'label'), ttlSeconds: TTL_SECONDS, maxAnswers: 1 });
      const handle = `secret_${randomToken()}`;
      handles.set(handle, { request: kept, url });
      return [`Link for the person: ${url}\nHandle for run_with: ${handle}`];
    },

    async run(handle: string, command: readonly string[], signal: AbortSignal): Promise<string[]> {
      const held = handles.get(handle);
      if (!held) throw usageError('There is no such handle. request_secret makes one');
      const rule = allowed.find((each) => isAllowed(each, command));
      if (!rule) throw usageError('This command is not allowed');
      requireCommand(command[0] as string, context.env);
      held.opened ??= open(held, signal);
      const opened = await held.opened.catch((error: unknown) => {
        delete held.opened;
        throw error;
      });
      const secret = secretOf({ name: rule.variable, isFile: false }, opened.pieces);
      if (!isMaskable(secret)) throw usageError('The secret is too short or too large to be masked, so nothing was run');
      known.set(`${handle} ${rule.variable}`, secret);
      const keys = { SEALPASTE_API_KEY: undefined, SEALPASTE_PASSWORD: undefined };
      const env = { ...context.env, ...keys, [rule.variable]: Buffer.from(secret.value).toString() };
      const child = await startCommand(command, env, ['ignore', 'pipe', 'pipe'], !isWindows);
      held.acknowledged ??= opened.acknowledge();
      const [result] = await Promise.all([resultOf(child, [...known.values()], signal), held.acknowledged]);
      return [result];
    },
  };
}

/** @param text `[VARIABLE=] WORDS… [*]` @throws CliError usage */
function parseAllowed(text: string): Allowed {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const variable = /^[A-Za-z_]\w*=$/.test(words[0] ?? '') ? words.shift()?.slice(0, -1) : undefined;
  const isOpen = words.at(-1) === '*';
  if (isOpen) words.pop();
  if (words.length === 0)
    throw usageError('--allow-run takes "COMMAND WORDS…", with "VARIABLE=" before it for another variable than SECRET');
  return { shown: words.concat(isOpen ? ['*'] : []).join(' '), variable: variable ?? DEFAULT_VARIABLE, words, isOpen };
}

const isAllowed = ({ words, isOpen }: Allowed, command: readonly string[]): boolean =>
  (isOpen ? command.length >= words.length : command.length === words.length) && words.every((word, index) => word === command[index]);

/** Waits for the command; a cancelled call ends it and all that it started. */
async function resultOf(child: ChildProcess, known: readonly Secret[], signal: AbortSignal): Promise<string> {
  const kill = (how: NodeJS.Signals) => {
    try {
      process.kill(isWindows ? (child.pid as number) : -(child.pid as number), how);
    } catch {
      // It has ended.
    }
  };
  const onExit = () => kill('SIGTERM');
  let killer: NodeJS.Timeout | undefined;
  const onAbort = () => {
    kill('SIGTERM');
    killer = setTimeout(() => kill('SIGKILL'), KILL_AFTER_MS);
  };
  process.on('exit', onExit);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  const ended = new Promise<number>((resolve) => child.on('close', (code, by) => resolve(exitCodeOf(code, by))));
  const [output, errors] = await Promise.all([maskedOf(child.stdout, known), maskedOf(child.stderr, known)]);
  const code = await ended;
  clearTimeout(killer);
  process.off('exit', onExit);
  signal.removeEventListener('abort', onAbort);
  return [`Exit code: ${code}`, ...(output ? [`Output:\n${output}`] : []), ...(errors ? [`Standard error:\n${errors}`] : [])].join('\n\n');
}

/** @returns the end of it, masked before it is cut */
async function maskedOf(from: AsyncIterable<Buffer> | null, known: readonly Secret[]): Promise<string> {
  const mask = createMask(known);
  let kept = Buffer.alloc(0);
  let dropped = 0;
  const keep = (piece: Uint8Array) => {
    kept = Buffer.concat([kept, piece]);
    dropped += Math.max(kept.length - MAX_OUTPUT_BYTES, 0);
    kept = kept.subarray(-MAX_OUTPUT_BYTES);
  };
  for await (const piece of from ?? []) keep(mask.write(piece));
  keep(mask.end());
  return `${dropped > 0 ? `[${dropped} bytes before this]\n` : ''}${kept.toString()}`;
}
