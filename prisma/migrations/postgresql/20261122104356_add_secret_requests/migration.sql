-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "request_id_sealed" BYTEA;

-- CreateTable
CREATE TABLE "secret_requests" (
    "id" TEXT NOT NULL,
    "lookup" TEXT NOT NULL,
    "id_sealed" BYTEA NOT NULL,
    "owner_id" INTEGER,
    "manage_token_hash" BYTEA,
    "details_sealed" BYTEA NOT NULL,
    "burn_after_read" BOOLEAN NOT NULL,
    "max_answers" INTEGER NOT NULL,
    "answer_count" INTEGER NOT NULL DEFAULT 0,
    "last_answer" TEXT,
    "ttl_ms" BIGINT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT NOT NULL,
    "ended_at" BIGINT,
    "keep_until" BIGINT NOT NULL,

    CONSTRAINT "secret_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "secret_answers" (
    "id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "request_id_sealed" BYTEA NOT NULL,
    "receipt_hash" BYTEA,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "secret_answers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "secret_requests_lookup_key" ON "secret_requests"("lookup");

-- CreateIndex
CREATE INDEX "secret_requests_keep_until_idx" ON "secret_requests"("keep_until");

-- CreateIndex
CREATE INDEX "secret_requests_owner_id_created_at_id_idx" ON "secret_requests"("owner_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "secret_answers_request_id_created_at_id_idx" ON "secret_answers"("request_id", "created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "secret_requests" ADD CONSTRAINT "secret_requests_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "secret_answers" ADD CONSTRAINT "secret_answers_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "secret_requests"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
