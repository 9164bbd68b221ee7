/** Number of a server's port, and of a sentinel's, that an address doesn't name. */
const PORT = 6379;
const SENTINEL_PORT = 26379;

/** The servers of REDIS_URL. A password and TLS are those of the Redis servers; sentinels are asked without a password. */
export type RedisAddress =
  | { kind: 'server'; url: string }
  | {
      kind: 'sentinel' | 'cluster';
      nodes: { host: string; port: number }[];
      /** Name of the group that the sentinels watch; empty for a cluster. */
      group: string;
      login: { username?: string; password?: string };
      tls: boolean;
    };

const SEVERAL =
  /^redis(?<tls>s?)\+(?<kind>sentinel|cluster):\/\/(?:(?<user>[^:@/]*):(?<password>[^@/]*)@)?(?<hosts>[^@/?#]+)(?:\/(?<group>[\w.-]+))?$/;
const NODE = /^(?<host>\[[0-9a-f:]+\]|[\w.-]+)(?::(?<port>\d{1,5}))?$/i;

/** @param url `redis://…`, `redis+sentinel://USER:PASSWORD@HOST:PORT,HOST:PORT/GROUP`, `redis+cluster://HOST:PORT,…`, each also `rediss` @returns null for any other text */
export function parseRedisAddress(url: string): RedisAddress | null {
  if (/^rediss?:\/\/.+$/.test(url)) return { kind: 'server', url };
  const { kind, tls, user, password, hosts = '', group = '' } = SEVERAL.exec(url)?.groups ?? {};
  if ((kind !== 'sentinel' && kind !== 'cluster') || (kind === 'sentinel') !== (group !== '')) return null;
  const found = hosts.split(',').map((text) => NODE.exec(text)?.groups);
  const nodes = found.flatMap((node) =>
    node?.host === undefined
      ? []
      : [{ host: node.host.replace(/[[\]]/g, ''), port: Number(node.port ?? (kind === 'sentinel' ? SENTINEL_PORT : PORT)) }],
  );
  if (nodes.length < found.length || nodes.some(({ port }) => port < 1 || port > 65_535)) return null;
  const login = { ...(user && { username: decodeURIComponent(user) }), ...(password && { password: decodeURIComponent(password) }) };
  return { kind, nodes, group, login, tls: tls === 's' };
}
