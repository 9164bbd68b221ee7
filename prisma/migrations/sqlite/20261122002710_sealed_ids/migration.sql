-- Columns for what is sealed now and stood in clear before. Nothing of it can be filled in here: SQL
-- has no keys. lib/upgrade does, row after row, while the service runs; columns are renamed in place
-- so that no table with contents is written anew.

-- RenameColumns
ALTER TABLE "pastes" RENAME COLUMN "public_id" TO "id";
ALTER TABLE "paste_chunks" RENAME COLUMN "public_id" TO "paste_id";
ALTER TABLE "burn_receipts" RENAME COLUMN "public_id" TO "id";
ALTER TABLE "webhook_deliveries" RENAME COLUMN "public_id" TO "paste_id";
ALTER TABLE "notification_queue" RENAME COLUMN "public_id" TO "paste_id";

-- AddColumns
ALTER TABLE "api_keys" ADD COLUMN "name_sealed" BLOB;
ALTER TABLE "pastes" ADD COLUMN "claim_ends_at" BIGINT;
ALTER TABLE "pastes" ADD COLUMN "lookup" TEXT;
ALTER TABLE "pastes" ADD COLUMN "id_sealed" BLOB;
ALTER TABLE "burn_receipts" ADD COLUMN "lookup" TEXT;
ALTER TABLE "burn_receipts" ADD COLUMN "id_sealed" BLOB;
ALTER TABLE "webhook_deliveries" ADD COLUMN "id_sealed" BLOB;
ALTER TABLE "webhook_deliveries" ADD COLUMN "response_sealed" BLOB;
ALTER TABLE "notification_queue" ADD COLUMN "id_sealed" BLOB;

-- Indexes
DROP INDEX "burn_receipts_owner_id_outcome_at_public_id_idx";
CREATE INDEX "burn_receipts_owner_id_outcome_at_id_idx" ON "burn_receipts"("owner_id", "outcome_at" DESC, "id" DESC);
DROP INDEX "pastes_master_key_id_public_id_idx";
CREATE INDEX "pastes_master_key_id_id_idx" ON "pastes"("master_key_id", "id");
DROP INDEX "pastes_owner_id_created_at_public_id_idx";
CREATE INDEX "pastes_owner_id_created_at_id_idx" ON "pastes"("owner_id", "created_at" DESC, "id" DESC);
DROP INDEX "notification_queue_master_key_id_id_idx";
DROP INDEX "webhook_deliveries_master_key_id_id_idx";
CREATE UNIQUE INDEX "pastes_lookup_key" ON "pastes"("lookup");
CREATE UNIQUE INDEX "burn_receipts_lookup_key" ON "burn_receipts"("lookup");

-- RedefineTables: small ones, of which a column may be null from now on
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_messenger_chats" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "chat_id" TEXT NOT NULL,
    "title_sealed" BLOB,
    "title" TEXT,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" BIGINT NOT NULL
);
INSERT INTO "new_messenger_chats" ("chat_id", "created_at", "id", "is_active", "title") SELECT "chat_id", "created_at", "id", "is_active", "title" FROM "messenger_chats";
DROP TABLE "messenger_chats";
ALTER TABLE "new_messenger_chats" RENAME TO "messenger_chats";
CREATE UNIQUE INDEX "messenger_chats_chat_id_key" ON "messenger_chats"("chat_id");
CREATE INDEX "messenger_chats_created_at_idx" ON "messenger_chats"("created_at");
CREATE TABLE "new_webhook_endpoints" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "owner_id" INTEGER NOT NULL,
    "url_sealed" BLOB,
    "url" TEXT,
    "on_created" BOOLEAN NOT NULL,
    "on_deleted" BOOLEAN NOT NULL,
    "on_expired" BOOLEAN NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "gone_at" BIGINT,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "deleted_at" BIGINT,
    CONSTRAINT "webhook_endpoints_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);
INSERT INTO "new_webhook_endpoints" ("created_at", "deleted_at", "gone_at", "id", "is_active", "on_created", "on_deleted", "on_expired", "owner_id", "updated_at", "url") SELECT "created_at", "deleted_at", "gone_at", "id", "is_active", "on_created", "on_deleted", "on_expired", "owner_id", "updated_at", "url" FROM "webhook_endpoints";
DROP TABLE "webhook_endpoints";
ALTER TABLE "new_webhook_endpoints" RENAME TO "webhook_endpoints";
CREATE INDEX "webhook_endpoints_owner_id_id_idx" ON "webhook_endpoints"("owner_id", "id");
CREATE INDEX "webhook_endpoints_deleted_at_idx" ON "webhook_endpoints"("deleted_at");
CREATE TABLE "new_webhook_secrets" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "endpoint_id" INTEGER NOT NULL,
    "secret_sealed" BLOB NOT NULL,
    "data_key" BLOB,
    "master_key_id" TEXT,
    "expires_at" BIGINT,
    CONSTRAINT "webhook_secrets_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);
INSERT INTO "new_webhook_secrets" ("data_key", "endpoint_id", "expires_at", "id", "master_key_id", "secret_sealed") SELECT "data_key", "endpoint_id", "expires_at", "id", "master_key_id", "secret_sealed" FROM "webhook_secrets";
DROP TABLE "webhook_secrets";
ALTER TABLE "new_webhook_secrets" RENAME TO "webhook_secrets";
CREATE INDEX "webhook_secrets_endpoint_id_idx" ON "webhook_secrets"("endpoint_id");
CREATE INDEX "webhook_secrets_expires_at_idx" ON "webhook_secrets"("expires_at");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- PendingUpgrade
CREATE TABLE "pending_upgrades" (
    "name" TEXT NOT NULL PRIMARY KEY
);
INSERT INTO "pending_upgrades" ("name")
SELECT 'sealed-ids' WHERE EXISTS (SELECT 1 FROM "users") OR EXISTS (SELECT 1 FROM "pastes")
    OR EXISTS (SELECT 1 FROM "burn_receipts") OR EXISTS (SELECT 1 FROM "messenger_chats");
