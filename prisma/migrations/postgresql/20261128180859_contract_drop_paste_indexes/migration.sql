-- DropIndex
DROP INDEX "pastes_expires_at_idx";

-- DropIndex
DROP INDEX "pastes_master_key_id_idx";

-- CreateIndex
CREATE INDEX "pastes_expires_at_idx" ON "pastes"("expires_at") WHERE (expires_at IS NOT NULL);
