/**
 * The tools of `sealpaste mcp`.
 *
 * Guarantees: a secret that somebody was asked for is in no result: only commands that the person allowed by --allow-run get
 * it, and what they print is masked. A burn paste is read only after the person's yes, and acknowledged once its text is with
 * the client. Nobody is asked for a password, since the terminal is the assistant's.
 * Not covered: an allowed command that gives its secret away in another form (mask.ts), or to somebody else.
 */

import { DEFAULT_EXPIRY } from '../lib/pastes/expiry.rules';
import { MAX_CONTENT_BYTES } from '../lib/pastes/paste.rules';
import type { Context } from './context';
import { checkTitle, storePaste } from './create';
import { CliError, EXIT, usageError } from './exit';
import { send } from './http';
import { decode } from './input';
import type { Call } from './json-rpc';
import { type Allowed, createSecretUses } from './mcp-secrets';
import { type Opened, pasteOf } from './open-link';
import { parseTtl } from './paste-options';
import { parseTarget } from './target';

type Arguments = Record<string, unknown>;

/** Asks the person; null when the client can't. @returns whether the person said yes */
export type AskPerson = ((question: string) => Promise<boolean>) | null;

interface ToolCall extends Pick<Call, 'signal' | 'afterwards'> {
  askPerson: AskPerson;
}

/** @returns the texts of the result @throws CliError, which the assistant reads */
type Tool = (given: Arguments, call: ToolCall) => Promise<string[]>;

export type Tools = ReturnType<typeof createTools>;

/** More would fill an assistant's memory. */
const MAX_SHOWN_BYTES = 256 * 1024;

/** @throws CliError usage */
export function createTools(context: Context) {
  const secrets = createSecretUses(context);

  const tools: Record<string, Tool> = {
    async share(given) {
      const title = optionalText(given, 'title') ?? '';
      checkTitle(title, 'title');
      const text = textOf(given, 'text');
      if (Buffer.byteLength(text) > MAX_CONTENT_BYTES) throw usageError(`text has more than ${MAX_CONTENT_BYTES} bytes`);
      const ttl = optionalText(given, 'ttl');
      const { created, url } = await storePaste(context, {
        text: { content: text, title, syntax: '', files: [] },
        options: given.burn === true ? { burnAfterRead: true } : {},
        ttl: ttl === undefined ? DEFAULT_EXPIRY : parseTtl(ttl),
        password: null,
        isPlain: false,
      });
      return [`${url}\nExpires: ${created.expiresAt ?? 'never'}. Whoever has the link can read the text.`];
    },

    async open(given, { askPerson, afterwards }) {
      const link = textOf(given, 'link');
      const paste = pasteOf(context, link, false);
      await paste.look();
      if (await mayBeUsedUp(context, link)) {
        if (askPerson === null)
          throw new CliError(
            EXIT.refused,
            'This paste can be read only once or a few times, and this client can ask nobody. The person can run: sealpaste get -',
          );
        const { host } = new URL(parseTarget(link, context.settings.baseUrl).baseUrl);
        const isYes = await askPerson(`Let the assistant read a paste at ${host} that can be read only once or a few times?`);
        if (!isYes) throw new CliError(EXIT.refused, 'The person did not agree. The paste was not read');
      }
      const opened = await paste.open();
      const texts = shownTexts(opened);
      afterwards(() => opened.acknowledge());
      return texts;
    },

    request_secret: (given) => secrets.request(textOf(given, 'label')),

    run_with: (given, { signal }) => secrets.run(textOf(given, 'handle'), wordsOf(given, 'command'), signal),
  };
  return {
    list: described(secrets.allowed),
    find: (name: string): Tool | undefined => (Object.hasOwn(tools, name) ? tools[name] : undefined),
  };
}

function textOf(given: Arguments, name: string): string {
  const text = optionalText(given, name);
  if (!text) throw usageError(`Expected a text as "${name}"`);
  return text;
}

function optionalText(given: Arguments, name: string): string | undefined {
  const text = given[name];
  if (text !== undefined && typeof text !== 'string') throw usageError(`Expected a text as "${name}"`);
  return text;
}

function wordsOf(given: Arguments, name: string): string[] {
  const words = given[name];
  const isWord = (word: unknown) => typeof word === 'string' && !word.includes('\0');
  if (!Array.isArray(words) || words.length === 0 || words.length > 1_000 || !words.every(isWord))
    throw usageError(`Expected a list of words as "${name}": the program, then its arguments`);
  return words as string[];
}

/**
 * Asks the paste's page, as a prefetch, which reads nothing and counts nothing. What can't be learned counts as a yes.
 * @returns whether a read uses the paste up
 */
async function mayBeUsedUp({ settings }: Context, link: string): Promise<boolean> {
  const { baseUrl, publicId } = settings.reach(parseTarget(link, settings.baseUrl));
  const { status, body } = await send({ method: 'GET', url: `${baseUrl}/view/${publicId}/data`, headers: { 'Sec-Purpose': 'prefetch' } });
  try {
    const { paste } = JSON.parse(body.toString()) as { paste?: { burnAfterRead?: unknown; maxReads?: unknown } | null };
    return status !== 200 || paste?.burnAfterRead !== false || paste.maxReads !== null;
  } catch {
    return true;
  }
}

/** @throws CliError for what is no text, or too large; the paste isn't acknowledged then */
function shownTexts({ pieces, isBurn }: Opened): string[] {
  const again = isBurn
    ? ' For about a minute the person can write it to files: sealpaste get -o DIR -'
    : ' The person can write it to files: sealpaste get -o DIR -';
  if (pieces.reduce((sum, { bytes }) => sum + bytes.length, 0) > MAX_SHOWN_BYTES)
    throw new CliError(EXIT.other, `The paste has more than ${MAX_SHOWN_BYTES} bytes.${again}`);
  return pieces.map(({ bytes, name, isFile }) => {
    const text = decode(bytes);
    if (text === null) throw new CliError(EXIT.other, `The paste has a file that is no text.${again}`);
    return isFile ? `${JSON.stringify(name)}:\n${text}` : text;
  });
}

function described(allowed: readonly Allowed[]) {
  const text = (description: string) => ({ type: 'string', description });
  const tool = (name: string, description: string, properties: Record<string, object>, required: string[]) => ({
    name,
    description,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
  });
  const commands =
    allowed.length === 0
      ? 'None is: the person has to start this server with --allow-run'
      : `These are:\n${allowed.map(({ shown }) => shown).join('\n')}`;
  return [
    tool(
      'share',
      'Encrypts a text on this machine, stores it, and returns a link to it. Whoever has the link can read the text.',
      {
        text: text('The text'),
        title: text('A title, encrypted with the text'),
        burn: { type: 'boolean', description: 'Whether the link works once' },
        ttl: text('How long it is kept: 90s, 10m, 2h, 1d, 1w, 1y or never'),
      },
      ['text'],
    ),
    tool(
      'open',
      'Returns the text of a link. Asks the person first when reading uses the paste up. For a secret, use request_secret instead: you need not see it.',
      { link: text('The whole link, with the part from #') },
      ['link'],
    ),
    tool(
      'request_secret',
      'Makes a link where a person enters a secret, such as a token, and a handle of it for run_with. Give the link to the person. You never see the secret.',
      { label: text('What is asked for, at most 80 characters, shown to whoever has the link') },
      ['label'],
    ),
    tool(
      'run_with',
      `Runs a command with the secret of a handle in an environment variable, and returns its exit code and masked output. Waits up to 45 seconds for the secret. Only some commands are allowed, without a shell. ${commands}`,
      {
        handle: text('From request_secret'),
        command: { type: 'array', items: { type: 'string' }, description: 'The program, then its arguments' },
      },
      ['handle', 'command'],
    ),
  ];
}
