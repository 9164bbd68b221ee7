-- CreateTable
CREATE TABLE "messenger_chats" (
    "id" SERIAL NOT NULL,
    "chat_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "messenger_chats_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "messenger_destinations" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "chat_ref" INTEGER NOT NULL,
    "on_created" BOOLEAN NOT NULL DEFAULT true,
    "on_burned" BOOLEAN NOT NULL DEFAULT false,
    "on_expired" BOOLEAN NOT NULL DEFAULT false,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "messenger_destinations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "messenger_tokens" (
    "token_hash" BYTEA NOT NULL,
    "user_id" INTEGER NOT NULL,
    "expires_at" BIGINT NOT NULL,
    "used_by" TEXT,

    CONSTRAINT "messenger_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "messenger_updates" (
    "update_id" BIGINT NOT NULL,
    "nonce" TEXT NOT NULL,
    "received_at" BIGINT NOT NULL,

    CONSTRAINT "messenger_updates_pkey" PRIMARY KEY ("update_id")
);

-- CreateTable
CREATE TABLE "notification_queue" (
    "id" TEXT NOT NULL,
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
    "public_id" TEXT,
    "syntax" TEXT,
    "is_e2ee" BOOLEAN,
    "burn_after_read" BOOLEAN,
    "content_bytes" INTEGER,
    "title_sealed" BYTEA,
    "data_key" BYTEA,
    "master_key_id" TEXT,
    "paste_expires_at" BIGINT,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "notification_queue_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "messenger_chats_chat_id_key" ON "messenger_chats"("chat_id");

-- CreateIndex
CREATE INDEX "messenger_chats_created_at_idx" ON "messenger_chats"("created_at");

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
CREATE INDEX "notification_queue_chat_ref_next_retry_at_id_idx" ON "notification_queue"("chat_ref", "next_retry_at", "id");

-- CreateIndex
CREATE INDEX "notification_queue_destination_id_next_retry_at_idx" ON "notification_queue"("destination_id", "next_retry_at");

-- CreateIndex
CREATE INDEX "notification_queue_created_at_idx" ON "notification_queue"("created_at");

-- CreateIndex
CREATE INDEX "notification_queue_master_key_id_id_idx" ON "notification_queue"("master_key_id", "id");

-- AddForeignKey
ALTER TABLE "messenger_destinations" ADD CONSTRAINT "messenger_destinations_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "messenger_destinations" ADD CONSTRAINT "messenger_destinations_chat_ref_fkey" FOREIGN KEY ("chat_ref") REFERENCES "messenger_chats"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "messenger_tokens" ADD CONSTRAINT "messenger_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "notification_queue" ADD CONSTRAINT "notification_queue_chat_ref_fkey" FOREIGN KEY ("chat_ref") REFERENCES "messenger_chats"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
