import pg from 'pg';

/** Least time between two renewals, so that statements on a read-only server don't keep closing each other's new connections. */
const RENEW_INTERVAL_MS = 250;

/**
 * A pool whose connections can be replaced while it is used: after a failover the address may lead to another server,
 * while connections to the one before live on.
 */
export class RenewablePool extends pg.Pool {
  readonly #all = new Set<pg.PoolClient>();
  #stale = new WeakSet<pg.PoolClient>();
  #renewedAt = Number.NEGATIVE_INFINITY;

  /** @param namesStatements false behind a PgBouncer that gives each transaction another connection */
  constructor(config: pg.PoolConfig, namesStatements = true) {
    super(config);
    if (!namesStatements) this.on('connect', forgetNames);
    this.on('connect', (client) => this.#all.add(client));
    this.on('remove', (client) => this.#all.delete(client));
  }

  /** Marks all connections as stale: from now on callers get new ones. */
  renew(): void {
    if (performance.now() - this.#renewedAt < RENEW_INTERVAL_MS) return;
    this.#renewedAt = performance.now();
    for (const client of this.#all) this.#stale.add(client);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: Error | boolean) => void) => void,
  ): void;
  override connect(
    callback?: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: Error | boolean) => void) => void,
  ): Promise<pg.PoolClient> | undefined {
    const fresh = this.#connectFresh();
    if (!callback) return fresh;
    fresh.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }

  async #connectFresh(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await super.connect();
      if (!this.#stale.has(client)) return client;
      client.release(true);
    }
  }
}

/** Removes the name from every statement, ours and those of libraries. */
function forgetNames(client: pg.PoolClient): void {
  const { query } = client;
  client.query = (first: unknown, ...rest: unknown[]) => {
    const isNamed = typeof first === 'object' && first !== null && 'name' in first && 'text' in first;
    return Reflect.apply(query, client, [isNamed ? { ...first, name: undefined } : first, ...rest]);
  };
}
