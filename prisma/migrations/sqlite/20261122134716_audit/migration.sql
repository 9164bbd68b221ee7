-- CreateTable
CREATE TABLE "audit" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "at" BIGINT NOT NULL,
    "actor" TEXT NOT NULL,
    "actor_id" INTEGER,
    "action" TEXT NOT NULL,
    "object_id" TEXT,
    "details_sealed" BLOB
);

-- CreateIndex
CREATE INDEX "audit_at_id_idx" ON "audit"("at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_action_at_id_idx" ON "audit"("action", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_actor_id_at_id_idx" ON "audit"("actor_id", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_object_id_at_id_idx" ON "audit"("object_id", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "pastes_held_idx" ON "pastes"("id") WHERE held_at IS NOT NULL;
