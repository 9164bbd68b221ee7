-- Columns for what is sealed now and stood in clear before. Nothing of it can be filled in here: SQL
-- has no keys. lib/upgrade does, row after row, while the service runs; columns are renamed in place
-- so that no table with contents is written anew.

-- RenameColumns
ALTER TABLE "pastes" RENAME COLUMN "public_id" TO "id";
ALTER TABLE "paste_chunks" RENAME COLUMN "public_id" TO "paste_id";
ALTER TABLE "burn_receipts" RENAME COLUMN "public_id" TO "id";
ALTER TABLE "webhook_deliveries" RENAME COLUMN "public_id" TO "paste_id";
ALTER TABLE "notification_queue" RENAME COLUMN "public_id" TO "paste_id";

-- RenameConstraints
ALTER TABLE "paste_chunks" RENAME CONSTRAINT "paste_chunks_public_id_fkey" TO "paste_chunks_paste_id_fkey";

-- AddColumns
ALTER TABLE "api_keys" ADD COLUMN "name_sealed" BYTEA;
ALTER TABLE "pastes" ADD COLUMN "claim_ends_at" BIGINT;
ALTER TABLE "pastes" ADD COLUMN "lookup" TEXT;
ALTER TABLE "pastes" ADD COLUMN "id_sealed" BYTEA;
ALTER TABLE "burn_receipts" ADD COLUMN "lookup" TEXT;
ALTER TABLE "burn_receipts" ADD COLUMN "id_sealed" BYTEA;
ALTER TABLE "webhook_deliveries" ADD COLUMN "id_sealed" BYTEA;
ALTER TABLE "webhook_deliveries" ADD COLUMN "response_sealed" BYTEA;
ALTER TABLE "notification_queue" ADD COLUMN "id_sealed" BYTEA;
ALTER TABLE "messenger_chats" ADD COLUMN "title_sealed" BYTEA, ALTER COLUMN "title" DROP NOT NULL;
ALTER TABLE "webhook_endpoints" ADD COLUMN "url_sealed" BYTEA, ALTER COLUMN "url" DROP NOT NULL;
ALTER TABLE "webhook_secrets" ALTER COLUMN "data_key" DROP NOT NULL, ALTER COLUMN "master_key_id" DROP NOT NULL;

-- Indexes
DROP INDEX "notification_queue_master_key_id_id_idx";
DROP INDEX "webhook_deliveries_master_key_id_id_idx";
CREATE UNIQUE INDEX "pastes_lookup_key" ON "pastes"("lookup");
CREATE UNIQUE INDEX "burn_receipts_lookup_key" ON "burn_receipts"("lookup");
DROP INDEX "webhook_secrets_master_key_id_id_idx";
ALTER INDEX "burn_receipts_owner_id_outcome_at_public_id_idx" RENAME TO "burn_receipts_owner_id_outcome_at_id_idx";
ALTER INDEX "pastes_master_key_id_public_id_idx" RENAME TO "pastes_master_key_id_id_idx";
ALTER INDEX "pastes_owner_id_created_at_public_id_idx" RENAME TO "pastes_owner_id_created_at_id_idx";

-- PendingUpgrade
CREATE TABLE "pending_upgrades" (
    "name" TEXT NOT NULL,

    CONSTRAINT "pending_upgrades_pkey" PRIMARY KEY ("name")
);
INSERT INTO "pending_upgrades" ("name")
SELECT 'sealed-ids' WHERE EXISTS (SELECT 1 FROM "users") OR EXISTS (SELECT 1 FROM "pastes")
    OR EXISTS (SELECT 1 FROM "burn_receipts") OR EXISTS (SELECT 1 FROM "messenger_chats");
