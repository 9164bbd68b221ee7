-- CreateTable
CREATE TABLE "users" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "disabled_at" BIGINT
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" INTEGER NOT NULL,
    "key_hash" BLOB NOT NULL,
    "name" TEXT,
    "created_at" BIGINT NOT NULL,
    "last_used_at" BIGINT,
    "expires_at" BIGINT,
    "revoked_at" BIGINT,
    CONSTRAINT "api_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- CreateTable
CREATE TABLE "pastes" (
    "public_id" TEXT NOT NULL PRIMARY KEY,
    "owner_id" INTEGER,
    "syntax" TEXT NOT NULL,
    "is_e2ee" BOOLEAN NOT NULL,
    "burn_after_read" BOOLEAN NOT NULL,
    "view_count" INTEGER NOT NULL DEFAULT 0,
    "content_bytes" INTEGER NOT NULL,
    "chunk_count" INTEGER NOT NULL,
    "title_sealed" BLOB,
    "data_key" BLOB NOT NULL,
    "master_key_id" TEXT NOT NULL,
    "manage_token_hash" BLOB,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT,
    CONSTRAINT "pastes_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION
);

-- CreateTable
CREATE TABLE "paste_chunks" (
    "public_id" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "encoding" INTEGER NOT NULL,
    "bytes" BLOB NOT NULL,

    PRIMARY KEY ("public_id", "seq"),
    CONSTRAINT "paste_chunks_public_id_fkey" FOREIGN KEY ("public_id") REFERENCES "pastes" ("public_id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- CreateTable
CREATE TABLE "outbox_events" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "type" TEXT NOT NULL,
    "reason" TEXT,
    "owner_id" INTEGER NOT NULL,
    "public_id" TEXT NOT NULL,
    "syntax" TEXT NOT NULL,
    "is_e2ee" BOOLEAN NOT NULL,
    "burn_after_read" BOOLEAN NOT NULL,
    "title_sealed" BLOB,
    "data_key" BLOB NOT NULL,
    "master_key_id" TEXT NOT NULL,
    "paste_created_at" BIGINT NOT NULL,
    "paste_expires_at" BIGINT,
    "created_at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "leases" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "holder" TEXT NOT NULL,
    "expires_at" BIGINT NOT NULL
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

-- CreateIndex
CREATE UNIQUE INDEX "users_name_key" ON "users"("name");

-- CreateIndex
CREATE INDEX "api_keys_user_id_idx" ON "api_keys"("user_id");

-- CreateIndex
CREATE INDEX "pastes_expires_at_idx" ON "pastes"("expires_at");

-- CreateIndex
CREATE INDEX "pastes_owner_id_created_at_public_id_idx" ON "pastes"("owner_id", "created_at" DESC, "public_id" DESC);

-- CreateIndex
CREATE INDEX "pastes_master_key_id_public_id_idx" ON "pastes"("master_key_id", "public_id");

-- CreateIndex
CREATE INDEX "outbox_events_created_at_id_idx" ON "outbox_events"("created_at", "id");

-- CreateIndex
CREATE INDEX "outbox_events_master_key_id_id_idx" ON "outbox_events"("master_key_id", "id");
