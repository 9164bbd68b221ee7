/** Every table with its columns, and whether its rows move to another database. */
import { SCHEMA_TABLES } from './generated/tables';

/** A column's type, the same on both engines. Instants are integers. */
type ColumnType = 'integer' | 'text' | 'boolean' | 'bytes';

export interface Table {
  name: string;
  /** Columns in the order of prisma/schema, which is also their order in an archive. */
  columns: Readonly<Record<string, ColumnType>>;
  /** The autoincrement column; its counter must be set after rows were inserted with numbers of their own. */
  counter?: string;
}

type TableName = keyof typeof SCHEMA_TABLES;

/**
 * Whether a table's rows move, or why they stay behind. Parents before children: in this order rows can be inserted.
 * A table of prisma/schema that is missing here is an error of types.
 */
const MOVES: Record<TableName, true | { stays: string }> = {
  master_keys: true,
  users: true,
  api_keys: true,
  identities: true,
  pastes: true,
  burn_receipts: true,
  secret_requests: true,
  secret_answers: true,
  paste_chunks: true,
  webhook_endpoints: true,
  webhook_secrets: true,
  webhook_deliveries: true,
  mailboxes: true,
  mails: true,
  messenger_chats: true,
  messenger_destinations: true,
  messenger_tokens: true,
  messenger_updates: true,
  notification_queue: true,
  bans: true,
  removed_pastes: true,
  reports: true,
  report_notices: true,
  audit: true,
  content_objects: { stays: 'a backup has the contents themselves' },
  sessions: { stays: 'whoever signed out since must stay so; people sign in again' },
  waiting_claims: { stays: 'readers who wait for minutes; they ask again' },
  request_codes: { stays: 'good for ten minutes; whoever waits makes another' },
  code_mails: { stays: 'mails to these readers' },
  create_requests: { stays: 'for retries within a day' },
  leases: { stays: 'held by processes of the old database; they end by themselves' },
  rate_limits: { stays: 'counts of a minute or an hour' },
};

const names = Object.keys(MOVES) as TableName[];
const tableOf = (name: TableName): Table => ({ name, ...SCHEMA_TABLES[name] });

export const TABLES: readonly Table[] = names.map(tableOf);
export const MOVED_TABLES: readonly Table[] = names.filter((name) => MOVES[name] === true).map(tableOf);
