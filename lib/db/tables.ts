/**
 * Every table, its columns and what becomes of it when the data moves to another database. A test
 * compares this list with schema.prisma: a table or column that is forgotten here fails it.
 */

/** What a column holds, the same on both engines. Instants are integers. */
export type ColumnType = 'integer' | 'text' | 'boolean' | 'bytes';

export interface Table {
  name: string;
  columns: Readonly<Record<string, ColumnType>>;
  /** The column that counts up by itself, whose counter must be set after rows were inserted with numbers. */
  counter?: string;
  /** Why its rows stay behind; without it they move. */
  stays?: string;
}

/** Parents before children: in this order rows can be inserted. */
export const TABLES: readonly Table[] = [
  { name: 'master_keys', columns: { id: 'text', created_at: 'integer' } },
  {
    name: 'users',
    columns: { id: 'integer', name: 'text', created_at: 'integer', disabled_at: 'integer', self_registered: 'boolean' },
    counter: 'id',
  },
  {
    name: 'api_keys',
    columns: {
      id: 'text',
      user_id: 'integer',
      key_hash: 'bytes',
      name_sealed: 'bytes',
      name: 'text',
      created_at: 'integer',
      last_used_at: 'integer',
      expires_at: 'integer',
      revoked_at: 'integer',
      may_sign_in: 'boolean',
      made_by: 'text',
    },
  },
  {
    name: 'pastes',
    columns: {
      id: 'text',
      lookup: 'text',
      id_sealed: 'bytes',
      owner_id: 'integer',
      syntax: 'text',
      is_e2ee: 'boolean',
      burn_after_read: 'boolean',
      view_count: 'integer',
      content_bytes: 'integer',
      chunk_count: 'integer',
      title_sealed: 'bytes',
      data_key: 'bytes',
      master_key_id: 'text',
      manage_token_hash: 'bytes',
      read_proof: 'bytes',
      claim_hash: 'bytes',
      claim_ends_at: 'integer',
      created_at: 'integer',
      expires_at: 'integer',
    },
  },
  {
    name: 'burn_receipts',
    columns: {
      id: 'text',
      lookup: 'text',
      id_sealed: 'bytes',
      owner_id: 'integer',
      manage_token_hash: 'bytes',
      read_proof: 'bytes',
      created_at: 'integer',
      outcome: 'text',
      outcome_at: 'integer',
      keep_until: 'integer',
    },
  },
  { name: 'paste_chunks', columns: { paste_id: 'text', seq: 'integer', encoding: 'integer', bytes: 'bytes' } },
  {
    name: 'webhook_endpoints',
    columns: {
      id: 'integer',
      owner_id: 'integer',
      url_sealed: 'bytes',
      url: 'text',
      on_created: 'boolean',
      on_deleted: 'boolean',
      on_expired: 'boolean',
      is_active: 'boolean',
      gone_at: 'integer',
      paused_until: 'integer',
      created_at: 'integer',
      updated_at: 'integer',
      deleted_at: 'integer',
    },
    counter: 'id',
  },
  {
    name: 'webhook_secrets',
    columns: {
      id: 'text',
      endpoint_id: 'integer',
      secret_sealed: 'bytes',
      data_key: 'bytes',
      master_key_id: 'text',
      expires_at: 'integer',
    },
  },
  {
    name: 'webhook_deliveries',
    columns: {
      id: 'text',
      endpoint_id: 'integer',
      event: 'text',
      reason: 'text',
      status: 'text',
      attempts: 'integer',
      next_retry_at: 'integer',
      claim_token: 'text',
      last_attempt_at: 'integer',
      finished_at: 'integer',
      response_status: 'integer',
      response_sealed: 'bytes',
      response_body: 'text',
      error: 'text',
      paste_id: 'text',
      id_sealed: 'bytes',
      syntax: 'text',
      is_e2ee: 'boolean',
      burn_after_read: 'boolean',
      title_sealed: 'bytes',
      data_key: 'bytes',
      master_key_id: 'text',
      paste_created_at: 'integer',
      paste_expires_at: 'integer',
      created_at: 'integer',
    },
  },
  {
    name: 'messenger_chats',
    columns: { id: 'integer', chat_id: 'text', title_sealed: 'bytes', title: 'text', is_active: 'boolean', created_at: 'integer' },
    counter: 'id',
  },
  {
    name: 'messenger_destinations',
    columns: {
      id: 'integer',
      owner_id: 'integer',
      chat_ref: 'integer',
      on_created: 'boolean',
      on_burned: 'boolean',
      on_expired: 'boolean',
      is_active: 'boolean',
      created_at: 'integer',
    },
    counter: 'id',
  },
  { name: 'messenger_tokens', columns: { token_hash: 'bytes', user_id: 'integer', expires_at: 'integer', used_by: 'text' } },
  { name: 'messenger_updates', columns: { update_id: 'integer', nonce: 'text', received_at: 'integer' } },
  {
    name: 'notification_queue',
    columns: {
      id: 'text',
      chat_ref: 'integer',
      destination_id: 'integer',
      kind: 'text',
      reply_to: 'integer',
      status: 'text',
      attempts: 'integer',
      next_retry_at: 'integer',
      claim_token: 'text',
      last_attempt_at: 'integer',
      finished_at: 'integer',
      error: 'text',
      paste_id: 'text',
      id_sealed: 'bytes',
      syntax: 'text',
      is_e2ee: 'boolean',
      burn_after_read: 'boolean',
      content_bytes: 'integer',
      title_sealed: 'bytes',
      data_key: 'bytes',
      master_key_id: 'text',
      paste_expires_at: 'integer',
      created_at: 'integer',
    },
  },
  // A database may move while it is upgraded.
  { name: 'pending_upgrades', columns: { name: 'text' } },
  { name: 'bans', columns: { network: 'text', reason: 'text', created_at: 'integer', expires_at: 'integer' } },
  {
    name: 'sessions',
    columns: { id_hash: 'bytes', key_id: 'text', created_at: 'integer', expires_at: 'integer' },
    stays: 'whoever signed out since must stay so; people sign in again',
  },
  {
    name: 'create_requests',
    columns: { id: 'text', answer_sealed: 'bytes', expires_at: 'integer', keep_until: 'integer' },
    stays: 'for retries within a day',
  },
  {
    name: 'leases',
    columns: { name: 'text', holder: 'text', expires_at: 'integer' },
    stays: 'held by processes of the old database; they end by themselves',
  },
  {
    name: 'rate_limits',
    columns: { key: 'text', points: 'integer', expire: 'integer' },
    stays: 'counts of one minute',
  },
];

export const MOVED_TABLES: readonly Table[] = TABLES.filter((table) => table.stays === undefined);
