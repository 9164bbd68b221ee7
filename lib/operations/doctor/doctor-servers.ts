/** The doctor's checks of the other servers that the service uses. */
import { type Config, contentStoreOf } from '../../config/config';
import { within } from '../../http/within';
import { describeError, type Finding } from './finding';

export const NETWORK_TIMEOUT_MS = 5_000;
/** Apart from the network and the whole seconds of a Date header, more than this breaks sign-ins and signatures. */
const TIME_WARN_MS = 10_000;

/** The time of a server's clock, compared with this machine's. */
export interface ServerTime {
  server: string;
  /** Milliseconds by which its clock is ahead of this machine's. */
  aheadMs: number;
}

interface OtherServer {
  name: string;
  /** Whether it belongs to this installation, so that a page may ask it each time. */
  isNear: boolean;
  isUsed(config: Config): boolean;
  /** @param onTime takes what the server says of the time @throws Error when the server can't be used */
  look(config: Config, onTime: (answer: ServerTime) => void): Promise<string>;
}

export const OTHER_SERVERS: readonly OtherServer[] = [
  { name: 'redis', isNear: true, isUsed: ({ REDIS_URL }) => REDIS_URL !== undefined, look: lookAtRedis },
  { name: 'store', isNear: true, isUsed: ({ CONTENT_STORE }) => CONTENT_STORE !== undefined, look: lookAtStore },
  { name: 'sign-in', isNear: false, isUsed: ({ OIDC_ISSUER }) => OIDC_ISSUER !== undefined, look: lookAtProvider },
  { name: 'bot', isNear: false, isUsed: ({ MESSENGER_BOT_TOKEN }) => MESSENGER_BOT_TOKEN !== undefined, look: lookAtBot },
  { name: 'mail', isNear: false, isUsed: ({ SMTP_URL }) => SMTP_URL !== undefined, look: lookAtMail },
];

async function lookAtRedis({ REDIS_URL = '' }: Config): Promise<string> {
  const { pingRedis } = await import('../../http/rate-limit-redis');
  // A server may accept the connection and then be silent.
  await within(NETWORK_TIMEOUT_MS, pingRedis(REDIS_URL, NETWORK_TIMEOUT_MS));
  return 'responds';
}

async function lookAtStore(config: Config): Promise<string> {
  const settings = contentStoreOf(config);
  if (settings === null) throw new Error('CONTENT_STORE: not set');
  const { createObjectStore, probeStore } = await import('../../store/object-store');
  await within(NETWORK_TIMEOUT_MS, probeStore(createObjectStore(settings))).catch((error: Error) => {
    throw new Error(`CONTENT_STORE: ${describeError(error.cause ?? error)}`);
  });
  return `the bucket ${settings.address.bucket} takes, returns and removes objects`;
}

async function lookAtProvider({ OIDC_ISSUER = '' }: Config, onTime: (answer: ServerTime) => void): Promise<string> {
  const response = await ask('OIDC_ISSUER', `${OIDC_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`, onTime);
  const document = (await response.json().catch(() => null)) as { issuer?: unknown } | null;
  if (response.status !== 200 || typeof document?.issuer !== 'string')
    throw new Error(`OIDC_ISSUER: responds with ${response.status}, and not as an OpenID Connect provider does`);
  if (document.issuer !== OIDC_ISSUER) throw new Error(`OIDC_ISSUER: the provider calls itself ${JSON.stringify(document.issuer)}`);
  return 'the identity provider responds';
}

async function lookAtBot({ MESSENGER_API_URL, MESSENGER_BOT_TOKEN }: Config, onTime: (answer: ServerTime) => void): Promise<string> {
  const response = await ask('MESSENGER_API_URL', `${MESSENGER_API_URL}/bot${MESSENGER_BOT_TOKEN}/getMe`, onTime);
  const document = (await response.json().catch(() => null)) as { result?: { username?: unknown } } | null;
  if (response.status === 401 || response.status === 404) throw new Error('MESSENGER_BOT_TOKEN: the platform knows no such bot');
  const name = document?.result?.username;
  if (response.status !== 200 || typeof name !== 'string')
    throw new Error(`MESSENGER_API_URL: responds with ${response.status}, and not as a Bot API does`);
  return `the bot ${JSON.stringify(name)} responds`;
}

/** Signs in as for a mail, and sends none. */
async function lookAtMail({ SMTP_URL: server, MAIL_FROM: from }: Config): Promise<string> {
  if (server === undefined || from === undefined) throw new Error('SMTP_URL: not set');
  const { createMailSender } = await import('../../mail/mail-sender');
  await createMailSender(server, from)
    .check(NETWORK_TIMEOUT_MS)
    .catch((error: Error) => {
      throw new Error(`SMTP_URL: ${error.message}`);
    });
  return `the mail server ${server.auth === null ? 'responds' : 'takes the password'}${server.tls === 'off' ? ', without TLS' : ''}`;
}

/** Requests an address, which no message repeats: it may hold the bot's token. */
async function ask(variable: string, url: string, onTime: (answer: ServerTime) => void): Promise<Response> {
  const before = Date.now();
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(NETWORK_TIMEOUT_MS) }).catch((error: Error) => {
    throw new Error(`${variable}: can't be reached from here (${describeError(error.cause ?? error).replaceAll(url, '…')})`);
  });
  const answer = timeOf(variable, response, before, Date.now());
  if (answer) onTime(answer);
  return response;
}

/** Compares a response's Date, in whole seconds, with this machine's time between request and response. */
export function timeOf(server: string, response: Pick<Response, 'headers'>, before: number, after: number): ServerTime | null {
  const date = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(date)) return null;
  const nearest = Math.min(Math.max(date, before - 1_000), after);
  return { server, aheadMs: date - nearest };
}

export function checkTime(times: readonly ServerTime[]): Finding {
  const farthest = times.reduce((one, other) => (Math.abs(other.aheadMs) > Math.abs(one.aheadMs) ? other : one), {
    server: '',
    aheadMs: 0,
  });
  if (Math.abs(farthest.aheadMs) <= TIME_WARN_MS) return `this machine's clock agrees with ${times.map(({ server }) => server).join(', ')}`;
  const seconds = Math.round(Math.abs(farthest.aheadMs) / 1_000);
  return {
    warning: `this machine's clock is ${seconds} s ${farthest.aheadMs > 0 ? 'behind' : 'ahead of'} that of ${farthest.server}: signatures and sign-ins fail, and pastes expire at the wrong time. Does it run NTP?`,
  };
}
