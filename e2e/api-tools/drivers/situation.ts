/** The input of a driver, and its handling of results. Drivers are compiled together with the generated code. */
export interface Situation {
  /** Sends a request to the service and records the operation. */
  fetch: typeof fetch;
  baseUrl: string;
  apiKey: string;
  /** Id of a chat that nobody has linked. */
  chatId: number;
  /** The secret that the chat platform sends with its updates. */
  platformSecret: string;
  /** A code that no other request has. */
  requestCode: string;
  /** The code of a client whose user has allowed it a key. */
  clientCode: { code: string; verifier: string };
}

export const CLAIM = 'A'.repeat(43);
export const OTHER_CLAIM = 'E'.repeat(43);
export const REQUEST_KEY = 'B'.repeat(43);
/** The public key of a request link. */
export const PUBLIC_KEY = {
  kty: 'EC',
  crv: 'P-256',
  x: 'kz_8hAlkoMBTYD6JRNDkjjuigflz36HWvV8i1qwJdpI',
  y: 'Lgykf9FDPTDT_dpPS8weumIb5rKqdhod1TaDB4bKCDs',
} as const;
/** Text in the form of an answer to that request; no test decrypts it. */
export const ANSWER = `${btoa(JSON.stringify({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', epk: PUBLIC_KEY })).replace(/=+$/, '')}.a.b.c.d`;
export const WEBHOOK = { url: 'http://127.0.0.1:9/', secret: 'a secret of tests' };

/** An update in which somebody links a chat. */
export const linking = (token: string, chatId: number) => ({
  update_id: chatId,
  message: { message_id: 1, date: 0, chat: { id: chatId, type: 'private', first_name: 'Anna' }, text: `/link ${token}` },
});

interface Result<Data> {
  data?: Data;
  error?: unknown;
  response?: Response;
}

/** @returns the data of a successful response @throws Error with the response of another */
export async function must<Data>(pending: Promise<Result<Data>>): Promise<NonNullable<Data>> {
  const { data, error, response } = await pending;
  if (!response?.ok) throw new Error(`${response?.status}: ${JSON.stringify(error)}`);
  return data as NonNullable<Data>;
}

export function expectSame(actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) throw new Error(`expected ${expected}, got ${actual}`);
}
