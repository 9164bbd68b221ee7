-- DropTable
PRAGMA foreign_keys=off;
DROP TABLE "outbox_events";
PRAGMA foreign_keys=on;

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "owner_id" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "on_created" BOOLEAN NOT NULL,
    "on_deleted" BOOLEAN NOT NULL,
    "on_expired" BOOLEAN NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "deleted_at" BIGINT,
    CONSTRAINT "webhook_endpoints_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- CreateTable
CREATE TABLE "webhook_secrets" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "endpoint_id" INTEGER NOT NULL,
    "secret_sealed" BLOB NOT NULL,
    "data_key" BLOB NOT NULL,
    "master_key_id" TEXT NOT NULL,
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
    "response_body" TEXT,
    "error" TEXT,
    "public_id" TEXT NOT NULL,
    "syntax" TEXT NOT NULL,
    "is_e2ee" BOOLEAN NOT NULL,
    "burn_after_read" BOOLEAN NOT NULL,
    "title_sealed" BLOB,
    "data_key" BLOB,
    "master_key_id" TEXT,
    "paste_created_at" BIGINT NOT NULL,
    "paste_expires_at" BIGINT,
    "created_at" BIGINT NOT NULL,
    CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- CreateIndex
CREATE INDEX "webhook_endpoints_owner_id_id_idx" ON "webhook_endpoints"("owner_id", "id");

-- CreateIndex
CREATE INDEX "webhook_endpoints_deleted_at_idx" ON "webhook_endpoints"("deleted_at");

-- CreateIndex
CREATE INDEX "webhook_secrets_endpoint_id_idx" ON "webhook_secrets"("endpoint_id");

-- CreateIndex
CREATE INDEX "webhook_secrets_expires_at_idx" ON "webhook_secrets"("expires_at");

-- CreateIndex
CREATE INDEX "webhook_secrets_master_key_id_id_idx" ON "webhook_secrets"("master_key_id", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_next_retry_at_id_idx" ON "webhook_deliveries"("endpoint_id", "next_retry_at", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_created_at_id_idx" ON "webhook_deliveries"("endpoint_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_finished_at_idx" ON "webhook_deliveries"("finished_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_master_key_id_id_idx" ON "webhook_deliveries"("master_key_id", "id");
