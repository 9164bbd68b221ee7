-- DropIndex
DROP INDEX "burn_receipts_owner_id_idx";

-- CreateIndex
CREATE INDEX "burn_receipts_owner_id_outcome_at_public_id_idx" ON "burn_receipts"("owner_id", "outcome_at" DESC, "public_id" DESC);
