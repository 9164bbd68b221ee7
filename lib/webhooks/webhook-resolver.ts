import { promises as dns } from 'node:dns';
import type { AllowRule } from './receiver-rules';

/** All addresses of a name, or an error. */
export type Resolve = (hostname: string) => Promise<string[]>;

const QUERY_TIMEOUT_MS = 2_000;
const QUERY_TRIES = 2;

/**
 * Asks the name servers for A and AAAA records. The system's `getaddrinfo` runs in the few threads that compression also
 * needs, and a handful of slow names would block everything.
 */
export function createDnsResolver(): Resolve {
  const resolver = new dns.Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const [first] = answers;
    if (addresses.length === 0 && first.status === 'rejected') throw first.reason;
    return addresses;
  };
}

/** Resolves the names that the operator has listed by the system, which may know them alone, and all others by `resolve`. */
export function createTargetResolver(allow: readonly AllowRule[], resolve: Resolve): Resolve {
  const listed = new Set(allow.map(({ host }) => host));
  return (hostname) => (listed.has(hostname.replace(/\.$/, '').toLowerCase()) ? resolveBySystem(hostname) : resolve(hostname));
}

/** Resolves also names that only this machine knows, like `localhost`: for few names, and for development and tests. */
export async function resolveBySystem(hostname: string): Promise<string[]> {
  return (await dns.lookup(hostname, { all: true })).map(({ address }) => address);
}
