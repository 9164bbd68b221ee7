-- AlterTable
ALTER TABLE "pastes" ADD COLUMN     "held_at" BIGINT;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "promoted_at" BIGINT;

-- CreateTable
CREATE TABLE "removed_pastes" (
    "id" TEXT NOT NULL,
    "lookup" TEXT NOT NULL,
    "id_sealed" BYTEA NOT NULL,
    "removed_at" BIGINT NOT NULL,
    "keep_until" BIGINT NOT NULL,

    CONSTRAINT "removed_pastes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reports" (
    "id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "body_sealed" BYTEA NOT NULL,
    "created_at" BIGINT NOT NULL,
    "closed_at" BIGINT,

    CONSTRAINT "reports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "report_notices" (
    "id" TEXT NOT NULL,
    "report_id" TEXT NOT NULL,
    "receiver" INTEGER NOT NULL DEFAULT 1,
    "status" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_retry_at" BIGINT,
    "claim_token" TEXT,
    "last_attempt_at" BIGINT,
    "finished_at" BIGINT,

    CONSTRAINT "report_notices_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "removed_pastes_lookup_key" ON "removed_pastes"("lookup");

-- CreateIndex
CREATE INDEX "removed_pastes_keep_until_idx" ON "removed_pastes"("keep_until");

-- CreateIndex
CREATE INDEX "reports_created_at_idx" ON "reports"("created_at");

-- CreateIndex
CREATE INDEX "reports_open_idx" ON "reports"("created_at") WHERE (closed_at IS NULL);

-- CreateIndex
CREATE INDEX "report_notices_open_idx" ON "report_notices"("receiver", "next_retry_at", "id") WHERE (next_retry_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "report_notices_report_id_idx" ON "report_notices"("report_id");

-- AddForeignKey
ALTER TABLE "report_notices" ADD CONSTRAINT "report_notices_report_id_fkey" FOREIGN KEY ("report_id") REFERENCES "reports"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
