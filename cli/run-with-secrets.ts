/**
 * `sealpaste run --env NAME=LINK… -- COMMAND…`: runs a command with the secrets of links.
 *
 * Guarantees: values are in memory, in the environment of the command and in its pipes, nowhere else. Nothing is used up before
 * all links are known to be there and the command to exist. A burn paste is acknowledged once the command runs; until then the
 * same command gets it again, as long as the lease lasts. What the command prints is masked (mask.ts), unless --no-mask says
 * otherwise.
 * Not covered: the command itself, and whoever may read its environment: this user and root.
 */
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MAX_LABEL_CHARACTERS } from '../lib/requests/request.rules';
import { exitCodeOf, requireCommand, startCommand } from './child';
import type { Context } from './context';
import { CliError, EXIT, usageError } from './exit';
import { decode } from './input';
import { createMask, isMaskable, MAX_MASKED_BYTES, type Secret } from './mask';
import { type LinkedPaste, type Opened, pasteOf } from './open-link';
import type { Piece } from './output';
import { checkText, DEFAULT_TTL_SECONDS } from './paste-options';
import { createSecretPipes } from './secret-pipe';
import { awaitAnswer, makeRequest, openOldest } from './secret-request';
import { writeError } from './terminal';

/** A link, or a request, whose `look` waits for an answer. */
interface Source extends LinkedPaste {
  name: string;
  isFile: boolean;
}

const REQUEST = 'request:';

/** @returns the exit code of the command @throws CliError */
export async function runWithSecrets(context: Context): Promise<number> {
  const { values, operands, env } = context;
  const sources = [...(values.env ?? []).map((item) => sourceOf(context, item, false)), ...filesOf(context)];
  if (sources.length === 0) throw usageError('Expected --env NAME=LINK or --file NAME=LINK');
  const names = sources.map(({ name }) => name);
  if (new Set(names).size < names.length) throw usageError('Two options name the same variable');
  requireCommand(operands[0] ?? '', env);
  for (const source of sources) await source.look();

  const opened: Opened[] = [];
  const pipes = createSecretPipes(env);
  let child: ChildProcess;
  let secrets: Secret[];
  try {
    for (const source of sources) opened.push(await source.open());
    secrets = sources.map((source, index) => secretOf(source, (opened[index] as Opened).pieces));
    if (!values['no-mask']) for (const secret of secrets) requireMaskable(secret, context);
    const variables = sources.map(({ name, isFile }, index) => {
      const { value } = secrets[index] as Secret;
      return [name, isFile ? pipes.add(name, value) : Buffer.from(value).toString()];
    });
    const outputs = values['no-mask'] ? 'inherit' : 'pipe';
    child = await startCommand(operands, { ...env, ...OWN_SECRETS, ...Object.fromEntries(variables) }, ['inherit', outputs, outputs]);
  } catch (error) {
    pipes.close();
    if (opened.some(({ isBurn }) => isBurn)) writeError(`${STILL_THERE}\n`);
    throw error;
  }
  const ended = new Promise<number>((resolve) => child.on('close', (code, signal) => resolve(exitCodeOf(code, signal))));
  const stopForwarding = forwardSignals(child);
  const acknowledged = Promise.all(opened.map((each) => each.acknowledge()));
  await Promise.all([showMasked(child.stdout, process.stdout, secrets), showMasked(child.stderr, process.stderr, secrets)]);
  const code = await ended;
  stopForwarding();
  pipes.close();
  await acknowledged;
  return code;
}

const STILL_THERE =
  'Nothing is lost: for about a minute the same command gets the links again, and "sealpaste request --resume" gets an answer.';

const filesOf = (context: Context) => (context.values.file ?? []).map((item) => sourceOf(context, item, true));

/** The client's own secrets, which the command doesn't get: they read and delete more than the links that it is for. */
const OWN_SECRETS = { SEALPASTE_API_KEY: undefined, SEALPASTE_PASSWORD: undefined };

/** @param item `NAME=LINK`, or `NAME` alone for a link in that variable @throws CliError usage */
function sourceOf(context: Context, item: string, isFile: boolean): Source {
  const [, name, given] = /^([A-Za-z_]\w*)(?:=(.*))?$/s.exec(item) ?? [];
  if (name === undefined) throw usageError(`${isFile ? '--file' : '--env'} takes NAME=LINK, or NAME of a variable that has the link`);
  const link = given ?? context.env[name];
  if (!link) throw usageError(`${name} has no link: neither after = nor in the variable of that name`);
  if (!link.startsWith(REQUEST)) return { name, isFile, ...pasteOf(context, link) };

  const label = link.slice(REQUEST.length);
  checkText('The label of a request', label, MAX_LABEL_CHARACTERS);
  let open: Source['open'] | undefined;
  return {
    name,
    isFile,
    async look() {
      const { kept, url } = await makeRequest(context, { label, ttlSeconds: DEFAULT_TTL_SECONDS, maxAnswers: 1 });
      writeError(`${url}\n`);
      const onWait = () => context.tell(`Waiting for ${name}: send this link to somebody who has it.`);
      const found = await awaitAnswer(context, kept, onWait);
      open = async () => {
        const answer = await openOldest(context, kept, found);
        if (answer === null) throw new CliError(EXIT.gone, `The answer for ${name} is gone`);
        return answer;
      };
    },
    open: async () => (open as Source['open'])(),
  };
}

/** @throws CliError other, for what a variable can't hold */
function secretOf({ name, isFile }: Source, [piece, ...others]: readonly Piece[]): Secret {
  if (piece === undefined || others.length > 0)
    throw new CliError(EXIT.other, `The link for ${name} has several files: get -o DIR writes them`);
  if (isFile) return { name, value: piece.bytes };
  // A shell's $(…) drops them, too, and a token with a line break in it is none.
  const text = decode(piece.bytes)?.replace(/[\r\n]+$/, '');
  if (text === undefined || text.includes('\0'))
    throw new CliError(EXIT.other, `The text for ${name} has bytes that no variable can hold. Use --file`);
  return { name, value: Buffer.from(text) };
}

function requireMaskable(secret: Secret, { tell }: Context): void {
  const { name, value } = secret;
  if (value.length > MAX_MASKED_BYTES)
    throw new CliError(
      EXIT.other,
      `The text for ${name} is larger than ${MAX_MASKED_BYTES / 1024} KiB, which can't be masked. Use --no-mask`,
    );
  if (!isMaskable(secret)) tell(`${name} is too short to be masked.`);
}

/** Ends when the command has closed its output. A reader of ours that left ends it, as in a shell's pipe. */
async function showMasked(from: Readable | null, to: NodeJS.WriteStream, secrets: readonly Secret[]): Promise<void> {
  if (from === null) return;
  const mask = createMask(secrets);
  const masked = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) yield mask.write(piece);
    yield mask.end();
  };
  await pipeline(from, masked, to, { end: false }).catch(() => undefined);
}

/** Signals that a terminal sends to the command itself. */
const FROM_TERMINAL = ['SIGINT', 'SIGQUIT'] as const;
const FORWARDED = ['SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', ...FROM_TERMINAL] as const;

/** Passes signals on instead of ending this program. @returns stops that */
function forwardSignals(child: ChildProcess): () => void {
  const isAtTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
  const forward = (signal: NodeJS.Signals) => {
    if (!isAtTerminal || !FROM_TERMINAL.includes(signal as 'SIGINT')) child.kill(signal);
  };
  const before = FORWARDED.map((signal) => [signal, process.listeners(signal)] as const);
  for (const signal of FORWARDED) process.removeAllListeners(signal).on(signal, forward);
  return () => {
    for (const [signal, listeners] of before) {
      process.off(signal, forward);
      for (const listener of listeners) process.on(signal, listener);
    }
  };
}
