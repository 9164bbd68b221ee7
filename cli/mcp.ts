/**
 * `sealpaste mcp`: tools for an assistant, by the Model Context Protocol on standard input and output.
 *
 * Speaks the revisions 2025-06-18 and 2025-11-25, which begin with `initialize`, and 2026-07-28, where each request names its
 * revision. It tells them apart by the request, as the specification proposes for servers of both kinds.
 */
import type { Context } from './context';
import { CliError } from './exit';
import { type Call, CODE, isRecord, type Params, RpcError, serveLines } from './json-rpc';
import { type AskPerson, createTools, type Tools } from './mcp-tools';
import { version } from './package.json';

/** The newest first. */
const BY_HANDSHAKE = ['2025-11-25', '2025-06-18'];
const BY_REQUEST = ['2026-07-28'];
const META = 'io.modelcontextprotocol/';
const UNSUPPORTED_VERSION = -32022;

const CAPABILITIES = { tools: {} };
const SERVER = { name: 'sealpaste', title: 'Sealpaste', version };

/** @throws CliError usage */
export async function mcp(context: Context): Promise<void> {
  const tools = createTools(context);
  let capabilities: unknown;
  const write = (line: string) => new Promise<void>((resolve) => process.stdout.write(line, () => resolve()));
  // A client that left reads nothing any more; the end of the input ends the program.
  process.stdout.on('error', () => undefined);

  await serveLines(process.stdin, write, async (call) => {
    const { method, params } = call;
    const meta = isRecord(params._meta) ? params._meta : {};
    const asked = meta[`${META}protocolVersion`];
    if (asked !== undefined) return respondToRequest(tools, call, asked, meta[`${META}clientCapabilities`]);
    switch (method) {
      case 'initialize':
        capabilities = params.capabilities;
        return {
          protocolVersion: BY_HANDSHAKE.find((each) => each === params.protocolVersion) ?? BY_HANDSHAKE[0],
          capabilities: CAPABILITIES,
          serverInfo: SERVER,
        };
      case 'ping':
        return {};
      case 'tools/list':
        return { tools: tools.list };
      case 'tools/call':
        return callTool(tools, call, canAsk(capabilities) ? (question) => askNow(call, question) : null);
      default:
        throw unknownMethod();
    }
  });
}

const unknownMethod = () => new RpcError(CODE.unknownMethod, 'There is no such method');

async function respondToRequest(tools: Tools, call: Call, asked: unknown, capabilities: unknown): Promise<Params> {
  const supported = [...BY_REQUEST, ...BY_HANDSHAKE];
  if (!BY_REQUEST.some((each) => each === asked))
    throw new RpcError(UNSUPPORTED_VERSION, 'Unsupported protocol version', { supported, requested: asked });
  const complete = (result: Params) => ({ resultType: 'complete', ...result, _meta: { [`${META}serverInfo`]: SERVER } });
  const lasting = { ttlMs: 3_600_000, cacheScope: 'private' };
  switch (call.method) {
    case 'server/discover':
      return complete({ supportedVersions: supported, capabilities: CAPABILITIES, ...lasting });
    case 'tools/list':
      return complete({ tools: tools.list, ...lasting });
    case 'tools/call':
      try {
        return complete(await callTool(tools, call, canAsk(capabilities) ? (question) => askByResult(call, question) : null));
      } catch (error) {
        if (!(error instanceof InputRequired)) throw error;
        return complete({ resultType: 'input_required', inputRequests: { yes: { method: ELICIT, params: questionOf(error.question) } } });
      }
    default:
      throw unknownMethod();
  }
}

async function callTool(tools: Tools, call: Call, askPerson: AskPerson): Promise<Params> {
  const { name, arguments: given = {} } = call.params;
  const tool = typeof name === 'string' ? tools.find(name) : undefined;
  if (!tool || !isRecord(given)) throw new RpcError(CODE.invalidParams, 'There is no such tool, or its arguments are no object');
  try {
    return { content: (await tool(given, { ...call, askPerson })).map((text) => ({ type: 'text', text })) };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { content: [{ type: 'text', text: `${error.message}.` }], isError: true };
  }
}

const ELICIT = 'elicitation/create';

/** Whether the client can show a form: the default of clients that name no kind. */
function canAsk(capabilities: unknown): boolean {
  const elicitation = isRecord(capabilities) ? capabilities.elicitation : undefined;
  return isRecord(elicitation) && (isRecord(elicitation.form) || Object.keys(elicitation).length === 0);
}

const questionOf = (message: string): Params => ({
  message,
  requestedSchema: { type: 'object', properties: { yes: { type: 'boolean', title: 'Yes', default: false } }, required: ['yes'] },
});

const isYes = (response: unknown): boolean =>
  isRecord(response) && response.action === 'accept' && isRecord(response.content) && response.content.yes === true;

const askNow = async ({ ask }: Call, question: string) => isYes(await ask(ELICIT, questionOf(question)));

/** The call ends with the question; the client repeats it with the response. */
class InputRequired extends Error {
  constructor(readonly question: string) {
    super('input required');
  }
}

async function askByResult({ params }: Call, question: string): Promise<boolean> {
  if (!isRecord(params.inputResponses)) throw new InputRequired(question);
  return isYes(params.inputResponses.yes);
}
