-- CreateTable
CREATE TABLE "users" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "name_look" TEXT,
    "created_at" BIGINT NOT NULL,
    "disabled_at" BIGINT,
    "self_registered" BOOLEAN NOT NULL DEFAULT false,
    "promoted_at" BIGINT
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" INTEGER NOT NULL,
    "key_hash" BLOB NOT NULL,
    "name_sealed" BLOB,
    "created_at" BIGINT NOT NULL,
    "last_used_at" BIGINT,
    "expires_at" BIGINT,
    "revoked_at" BIGINT,
    "may_sign_in" BOOLEAN NOT NULL DEFAULT true,
    "scopes" TEXT,
    "rule_names" TEXT,
    "max_ttl_seconds" INTEGER,
    "made_by" TEXT,
    CONSTRAINT "api_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- CreateTable
CREATE TABLE "identities" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" INTEGER NOT NULL,
    "label_sealed" BLOB NOT NULL,
    "created_at" BIGINT NOT NULL,
    "last_used_at" BIGINT,
    "made_by" TEXT,
    "admin_at" BIGINT,
    CONSTRAINT "identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- CreateTable
CREATE TABLE "sessions" (
    "id_hash" BLOB NOT NULL PRIMARY KEY,
    "user_id" INTEGER NOT NULL,
    "key_id" TEXT,
    "identity_id" TEXT,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT NOT NULL,
    "confirmed_at" BIGINT,
    CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE NO ACTION,
    CONSTRAINT "sessions_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys" ("id") ON DELETE CASCADE ON UPDATE NO ACTION,
    CONSTRAINT "sessions_identity_id_fkey" FOREIGN KEY ("identity_id") REFERENCES "identities" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- CreateTable
CREATE TABLE "mailboxes" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "owner_id" INTEGER NOT NULL,
    "address_sealed" BLOB NOT NULL,
    "nonce" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "on_opened" BOOLEAN NOT NULL,
    "on_answered" BOOLEAN NOT NULL,
    "on_expiring" BOOLEAN NOT NULL,
    "on_reports" BOOLEAN NOT NULL,
    "on_worker" BOOLEAN NOT NULL,
    "confirmed_at" BIGINT,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_refused" BOOLEAN NOT NULL DEFAULT false,
    "changed_at" BIGINT NOT NULL,
    "made_by" TEXT,
    CONSTRAINT "mailboxes_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- CreateTable
CREATE TABLE "mails" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "mailbox_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_retry_at" BIGINT,
    "claim_token" TEXT,
    "last_attempt_at" BIGINT,
    "finished_at" BIGINT,
    "error" TEXT,
    "paste_id" TEXT,
    "id_sealed" BLOB,
    "title_sealed" BLOB,
    "paste_expires_at" BIGINT,
    "trace_parent" TEXT,
    "created_at" BIGINT NOT NULL,
    CONSTRAINT "mails_mailbox_id_fkey" FOREIGN KEY ("mailbox_id") REFERENCES "mailboxes" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- CreateTable
CREATE TABLE "messenger_chats" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "platform" TEXT NOT NULL DEFAULT 'telegram',
    "chat_id" TEXT NOT NULL,
    "title_sealed" BLOB NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "language" TEXT,
    "created_at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "messenger_destinations" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "owner_id" INTEGER NOT NULL,
    "chat_ref" INTEGER NOT NULL,
    "on_created" BOOLEAN NOT NULL DEFAULT true,
    "on_burned" BOOLEAN NOT NULL DEFAULT false,
    "on_expired" BOOLEAN NOT NULL DEFAULT false,
    "on_waiting" BOOLEAN NOT NULL DEFAULT true,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" BIGINT NOT NULL,
    "made_by" TEXT,
    "linked_by" TEXT,
    CONSTRAINT "messenger_destinations_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE NO ACTION,
    CONSTRAINT "messenger_destinations_chat_ref_fkey" FOREIGN KEY ("chat_ref") REFERENCES "messenger_chats" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- CreateTable
CREATE TABLE "messenger_tokens" (
    "token_hash" BLOB NOT NULL PRIMARY KEY,
    "user_id" INTEGER NOT NULL,
    "expires_at" BIGINT NOT NULL,
    "used_by" TEXT,
    "chat_ref" INTEGER,
    "made_by" TEXT,
    CONSTRAINT "messenger_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- CreateTable
CREATE TABLE "messenger_updates" (
    "update_id" TEXT NOT NULL PRIMARY KEY,
    "nonce" TEXT NOT NULL,
    "received_at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "notification_queue" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "chat_ref" INTEGER NOT NULL,
    "destination_id" INTEGER,
    "kind" TEXT NOT NULL,
    "reply_to" BIGINT,
    "status" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_retry_at" BIGINT,
    "claim_token" TEXT,
    "last_attempt_at" BIGINT,
    "finished_at" BIGINT,
    "error" TEXT,
    "paste_id" TEXT,
    "id_sealed" BLOB,
    "syntax" TEXT,
    "is_e2ee" BOOLEAN,
    "burn_after_read" BOOLEAN,
    "content_bytes" INTEGER,
    "title_sealed" BLOB,
    "paste_expires_at" BIGINT,
    "waiting_code" TEXT,
    "waiting_client" TEXT,
    "text_sealed" BLOB,
    "trace_parent" TEXT,
    "created_at" BIGINT NOT NULL,
    CONSTRAINT "notification_queue_chat_ref_fkey" FOREIGN KEY ("chat_ref") REFERENCES "messenger_chats" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- CreateTable
CREATE TABLE "leases" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "holder" TEXT NOT NULL,
    "expires_at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "bans" (
    "network" TEXT NOT NULL PRIMARY KEY,
    "reason" TEXT,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT
);

-- CreateTable
CREATE TABLE "audit" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "at" BIGINT NOT NULL,
    "actor" TEXT NOT NULL,
    "actor_id" INTEGER,
    "action" TEXT NOT NULL,
    "object_id" TEXT,
    "details_sealed" BLOB
);

-- CreateTable
CREATE TABLE "master_keys" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "created_at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT
);

-- CreateTable
CREATE TABLE "pastes" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "lookup" TEXT NOT NULL,
    "id_sealed" BLOB NOT NULL,
    "owner_id" INTEGER,
    "syntax" TEXT NOT NULL,
    "is_e2ee" BOOLEAN NOT NULL,
    "burn_after_read" BOOLEAN NOT NULL,
    "view_count" INTEGER NOT NULL DEFAULT 0,
    "max_reads" INTEGER,
    "last_read_at" BIGINT,
    "reader_may_delete" BOOLEAN NOT NULL DEFAULT false,
    "readable_from" TEXT,
    "approvals" INTEGER,
    "release_hashes" BLOB,
    "released_claim" BLOB,
    "released_until" BIGINT,
    "content_bytes" INTEGER NOT NULL,
    "chunk_count" INTEGER NOT NULL,
    "title_sealed" BLOB,
    "group_sealed" BLOB,
    "data_key" BLOB NOT NULL,
    "master_key_id" TEXT NOT NULL,
    "manage_token_hash" BLOB,
    "read_proof" BLOB,
    "claim_hash" BLOB,
    "claim_ends_at" BIGINT,
    "held_at" BIGINT,
    "read_told_at" BIGINT,
    "expiring_told_at" BIGINT,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT,
    CONSTRAINT "pastes_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION
);

-- CreateTable
CREATE TABLE "removed_pastes" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "lookup" TEXT NOT NULL,
    "id_sealed" BLOB NOT NULL,
    "removed_at" BIGINT NOT NULL,
    "keep_until" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "paste_chunks" (
    "paste_id" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "encoding" INTEGER NOT NULL,
    "object" TEXT,
    "bytes" BLOB NOT NULL,

    PRIMARY KEY ("paste_id", "seq"),
    CONSTRAINT "paste_chunks_paste_id_fkey" FOREIGN KEY ("paste_id") REFERENCES "pastes" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- CreateTable
CREATE TABLE "content_objects" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "paste_id" TEXT,
    "remove_after" BIGINT,
    CONSTRAINT "content_objects_paste_id_fkey" FOREIGN KEY ("paste_id") REFERENCES "pastes" ("id") ON DELETE SET NULL ON UPDATE NO ACTION
);

-- CreateTable
CREATE TABLE "waiting_claims" (
    "paste_id" TEXT NOT NULL,
    "claim_hash" BLOB NOT NULL,
    "code" TEXT,
    "client" TEXT,
    "since" BIGINT NOT NULL,
    "until" BIGINT NOT NULL,
    "first_by" INTEGER,
    "first_at" BIGINT,
    "refused_at" BIGINT,

    PRIMARY KEY ("paste_id", "claim_hash"),
    CONSTRAINT "waiting_claims_paste_id_fkey" FOREIGN KEY ("paste_id") REFERENCES "pastes" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- CreateTable
CREATE TABLE "create_requests" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "answer_sealed" BLOB,
    "expires_at" BIGINT,
    "keep_until" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "burn_receipts" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "lookup" TEXT NOT NULL,
    "id_sealed" BLOB NOT NULL,
    "owner_id" INTEGER,
    "manage_token_hash" BLOB,
    "read_proof" BLOB,
    "created_at" BIGINT NOT NULL,
    "group_sealed" BLOB,
    "max_reads" INTEGER,
    "reads" INTEGER,
    "last_read_at" BIGINT,
    "approved_at" BIGINT,
    "released_at" BIGINT,
    "outcome" TEXT,
    "outcome_at" BIGINT,
    "keep_until" BIGINT,
    CONSTRAINT "burn_receipts_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- CreateTable
CREATE TABLE "reports" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "reason" TEXT NOT NULL,
    "body_sealed" BLOB NOT NULL,
    "created_at" BIGINT NOT NULL,
    "closed_at" BIGINT
);

-- CreateTable
CREATE TABLE "report_notices" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "report_id" TEXT NOT NULL,
    "receiver" INTEGER NOT NULL DEFAULT 1,
    "status" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_retry_at" BIGINT,
    "claim_token" TEXT,
    "last_attempt_at" BIGINT,
    "finished_at" BIGINT,
    "trace_parent" TEXT,
    CONSTRAINT "report_notices_report_id_fkey" FOREIGN KEY ("report_id") REFERENCES "reports" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- CreateTable
CREATE TABLE "secret_requests" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "lookup" TEXT NOT NULL,
    "id_sealed" BLOB NOT NULL,
    "owner_id" INTEGER,
    "manage_token_hash" BLOB,
    "details_sealed" BLOB NOT NULL,
    "burn_after_read" BOOLEAN NOT NULL,
    "max_answers" INTEGER NOT NULL,
    "answer_count" INTEGER NOT NULL DEFAULT 0,
    "last_answer" TEXT,
    "ttl_ms" BIGINT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT NOT NULL,
    "ended_at" BIGINT,
    "keep_until" BIGINT NOT NULL,
    CONSTRAINT "secret_requests_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- CreateTable
CREATE TABLE "secret_answers" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "request_id" TEXT NOT NULL,
    "request_id_sealed" BLOB NOT NULL,
    "receipt_hash" BLOB,
    "created_at" BIGINT NOT NULL,
    CONSTRAINT "secret_answers_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "secret_requests" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "owner_id" INTEGER NOT NULL,
    "url_sealed" BLOB,
    "format" TEXT NOT NULL DEFAULT 'standard',
    "on_created" BOOLEAN NOT NULL,
    "on_deleted" BOOLEAN NOT NULL,
    "on_expired" BOOLEAN NOT NULL,
    "on_read" BOOLEAN NOT NULL DEFAULT false,
    "on_expiring" BOOLEAN NOT NULL DEFAULT false,
    "on_answered" BOOLEAN NOT NULL DEFAULT false,
    "on_waiting" BOOLEAN NOT NULL DEFAULT false,
    "on_released" BOOLEAN NOT NULL DEFAULT false,
    "on_refused" BOOLEAN NOT NULL DEFAULT false,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "gone_at" BIGINT,
    "paused_until" BIGINT,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "deleted_at" BIGINT,
    "made_by" TEXT,
    CONSTRAINT "webhook_endpoints_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- CreateTable
CREATE TABLE "webhook_secrets" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "endpoint_id" INTEGER NOT NULL,
    "secret_sealed" BLOB NOT NULL,
    "expires_at" BIGINT,
    CONSTRAINT "webhook_secrets_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "endpoint_id" INTEGER NOT NULL,
    "event" TEXT NOT NULL,
    "reason" TEXT,
    "status" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_retry_at" BIGINT,
    "claim_token" TEXT,
    "last_attempt_at" BIGINT,
    "finished_at" BIGINT,
    "response_status" INTEGER,
    "response_sealed" BLOB,
    "paste_id" TEXT NOT NULL,
    "id_sealed" BLOB NOT NULL,
    "syntax" TEXT NOT NULL,
    "is_e2ee" BOOLEAN NOT NULL,
    "burn_after_read" BOOLEAN NOT NULL,
    "title_sealed" BLOB,
    "request_id_sealed" BLOB,
    "waiting_code" TEXT,
    "waiting_client" TEXT,
    "paste_created_at" BIGINT NOT NULL,
    "paste_expires_at" BIGINT,
    "trace_parent" TEXT,
    "created_at" BIGINT NOT NULL,
    CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- CreateIndex
CREATE UNIQUE INDEX "users_name_key" ON "users"("name");

-- CreateIndex
CREATE UNIQUE INDEX "users_name_look_key" ON "users"("name_look");

-- CreateIndex
CREATE INDEX "api_keys_user_id_idx" ON "api_keys"("user_id");

-- CreateIndex
CREATE INDEX "identities_user_id_idx" ON "identities"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "sessions_user_id_created_at_id_hash_idx" ON "sessions"("user_id", "created_at" DESC, "id_hash");

-- CreateIndex
CREATE INDEX "sessions_key_id_idx" ON "sessions"("key_id");

-- CreateIndex
CREATE INDEX "sessions_identity_id_idx" ON "sessions"("identity_id");

-- CreateIndex
CREATE UNIQUE INDEX "mailboxes_owner_id_key" ON "mailboxes"("owner_id");

-- CreateIndex
CREATE INDEX "mailboxes_unconfirmed_idx" ON "mailboxes"("changed_at") WHERE confirmed_at IS NULL;

-- CreateIndex
CREATE INDEX "mails_open_idx" ON "mails"("mailbox_id", "next_retry_at", "id") WHERE next_retry_at IS NOT NULL;

-- CreateIndex
CREATE INDEX "mails_mailbox_id_created_at_id_idx" ON "mails"("mailbox_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "mails_created_at_idx" ON "mails"("created_at");

-- CreateIndex
CREATE INDEX "messenger_chats_created_at_idx" ON "messenger_chats"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "messenger_chats_platform_chat_id_key" ON "messenger_chats"("platform", "chat_id");

-- CreateIndex
CREATE INDEX "messenger_destinations_chat_ref_idx" ON "messenger_destinations"("chat_ref");

-- CreateIndex
CREATE UNIQUE INDEX "messenger_destinations_owner_id_chat_ref_key" ON "messenger_destinations"("owner_id", "chat_ref");

-- CreateIndex
CREATE INDEX "messenger_tokens_expires_at_idx" ON "messenger_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "messenger_tokens_user_id_idx" ON "messenger_tokens"("user_id");

-- CreateIndex
CREATE INDEX "messenger_updates_received_at_idx" ON "messenger_updates"("received_at");

-- CreateIndex
CREATE INDEX "notification_queue_open_idx" ON "notification_queue"("chat_ref", "next_retry_at", "id") WHERE next_retry_at IS NOT NULL;

-- CreateIndex
CREATE INDEX "notification_queue_chat_ref_idx" ON "notification_queue"("chat_ref");

-- CreateIndex
CREATE INDEX "notification_queue_destination_id_next_retry_at_idx" ON "notification_queue"("destination_id", "next_retry_at");

-- CreateIndex
CREATE INDEX "notification_queue_created_at_idx" ON "notification_queue"("created_at");

-- CreateIndex
CREATE INDEX "audit_at_id_idx" ON "audit"("at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_action_at_id_idx" ON "audit"("action", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_actor_id_at_id_idx" ON "audit"("actor_id", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_object_id_at_id_idx" ON "audit"("object_id", "at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "pastes_lookup_key" ON "pastes"("lookup");

-- CreateIndex
CREATE INDEX "pastes_expires_at_idx" ON "pastes"("expires_at");

-- CreateIndex
CREATE INDEX "pastes_owner_idx" ON "pastes"("owner_id", "created_at" DESC, "id" DESC) WHERE owner_id IS NOT NULL;

-- CreateIndex
CREATE INDEX "pastes_master_key_id_idx" ON "pastes"("master_key_id");

-- CreateIndex
CREATE INDEX "pastes_held_idx" ON "pastes"("id") WHERE held_at IS NOT NULL;

-- CreateIndex
CREATE INDEX "pastes_expiring_idx" ON "pastes"("owner_id", "expires_at") WHERE owner_id IS NOT NULL AND expiring_told_at IS NULL AND expires_at - created_at >= 86400000;

-- CreateIndex
CREATE UNIQUE INDEX "removed_pastes_lookup_key" ON "removed_pastes"("lookup");

-- CreateIndex
CREATE INDEX "removed_pastes_keep_until_idx" ON "removed_pastes"("keep_until");

-- CreateIndex
CREATE INDEX "content_objects_paste_id_remove_after_idx" ON "content_objects"("paste_id", "remove_after");

-- CreateIndex
CREATE UNIQUE INDEX "waiting_claims_paste_id_code_key" ON "waiting_claims"("paste_id", "code");

-- CreateIndex
CREATE INDEX "create_requests_keep_until_idx" ON "create_requests"("keep_until");

-- CreateIndex
CREATE UNIQUE INDEX "burn_receipts_lookup_key" ON "burn_receipts"("lookup");

-- CreateIndex
CREATE INDEX "burn_receipts_keep_until_idx" ON "burn_receipts"("keep_until");

-- CreateIndex
CREATE INDEX "burn_receipts_owner_id_outcome_at_id_idx" ON "burn_receipts"("owner_id", "outcome_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "reports_created_at_idx" ON "reports"("created_at");

-- CreateIndex
CREATE INDEX "reports_open_idx" ON "reports"("created_at") WHERE closed_at IS NULL;

-- CreateIndex
CREATE INDEX "report_notices_open_idx" ON "report_notices"("receiver", "next_retry_at", "id") WHERE next_retry_at IS NOT NULL;

-- CreateIndex
CREATE INDEX "report_notices_report_id_idx" ON "report_notices"("report_id");

-- CreateIndex
CREATE UNIQUE INDEX "secret_requests_lookup_key" ON "secret_requests"("lookup");

-- CreateIndex
CREATE INDEX "secret_requests_keep_until_idx" ON "secret_requests"("keep_until");

-- CreateIndex
CREATE INDEX "secret_requests_owner_id_created_at_id_idx" ON "secret_requests"("owner_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "secret_answers_request_id_created_at_id_idx" ON "secret_answers"("request_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_endpoints_owner_id_id_idx" ON "webhook_endpoints"("owner_id", "id");

-- CreateIndex
CREATE INDEX "webhook_endpoints_read_idx" ON "webhook_endpoints"("owner_id") WHERE on_read;

-- CreateIndex
CREATE INDEX "webhook_endpoints_expiring_idx" ON "webhook_endpoints"("owner_id") WHERE on_expiring;

-- CreateIndex
CREATE INDEX "webhook_endpoints_deleted_at_idx" ON "webhook_endpoints"("deleted_at");

-- CreateIndex
CREATE INDEX "webhook_secrets_endpoint_id_idx" ON "webhook_secrets"("endpoint_id");

-- CreateIndex
CREATE INDEX "webhook_secrets_expires_at_idx" ON "webhook_secrets"("expires_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_open_idx" ON "webhook_deliveries"("endpoint_id", "next_retry_at", "id") WHERE next_retry_at IS NOT NULL;

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_created_at_id_idx" ON "webhook_deliveries"("endpoint_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_finished_at_idx" ON "webhook_deliveries"("finished_at");
