/** Numbers of connections of one process, in a file of their own, so that reading them doesn't load the driver. */

/** Enough for one process on a few cores; PostgreSQL's own default allows 100 for all processes together. */
export const POOL_SIZE = 10;
/** Connections for statements that scan large tables. */
export const LONG_POOL_SIZE = 1;
export const MAX_CONNECTIONS = POOL_SIZE + LONG_POOL_SIZE;
