/** Connections of one process; kept apart from the driver, which SQLite doesn't load. */

/** Enough for one process on a few cores; PostgreSQL's own default allows 100 for all processes together. */
export const POOL_SIZE = 10;
/** For what looks at every row of a large table. */
export const LONG_POOL_SIZE = 1;
export const MAX_CONNECTIONS = POOL_SIZE + LONG_POOL_SIZE;
