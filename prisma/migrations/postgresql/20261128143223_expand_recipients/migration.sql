-- AlterTable
ALTER TABLE "pastes" ADD COLUMN     "recipient_sealed" BYTEA;

-- AlterTable
ALTER TABLE "waiting_claims" ADD COLUMN     "tries" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "code_mails" (
    "id" TEXT NOT NULL,
    "receiver" INTEGER NOT NULL DEFAULT 1,
    "paste_id" TEXT NOT NULL,
    "claim_hash" BYTEA NOT NULL,
    "language" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_retry_at" BIGINT,
    "claim_token" TEXT,
    "last_attempt_at" BIGINT,
    "finished_at" BIGINT,
    "error" TEXT,
    "trace_parent" TEXT,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "code_mails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "code_mails_open_idx" ON "code_mails"("receiver", "next_retry_at", "id") WHERE (next_retry_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "code_mails_created_at_idx" ON "code_mails"("created_at");
