-- AlterTable
ALTER TABLE "pastes" ADD COLUMN "claim_hash" BLOB;
ALTER TABLE "pastes" ADD COLUMN "read_proof" BLOB;

-- CreateTable
CREATE TABLE "burn_receipts" (
    "public_id" TEXT NOT NULL PRIMARY KEY,
    "owner_id" INTEGER,
    "manage_token_hash" BLOB,
    "read_proof" BLOB,
    "created_at" BIGINT NOT NULL,
    "outcome" TEXT,
    "outcome_at" BIGINT,
    "keep_until" BIGINT,
    CONSTRAINT "burn_receipts_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- CreateIndex
CREATE INDEX "burn_receipts_keep_until_idx" ON "burn_receipts"("keep_until");

-- CreateIndex
CREATE INDEX "burn_receipts_owner_id_idx" ON "burn_receipts"("owner_id");
