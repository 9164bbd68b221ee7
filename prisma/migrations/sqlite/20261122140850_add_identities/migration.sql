-- CreateTable
CREATE TABLE "identities" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" INTEGER NOT NULL,
    "label_sealed" BLOB NOT NULL,
    "created_at" BIGINT NOT NULL,
    "last_used_at" BIGINT,
    CONSTRAINT "identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_sessions" (
    "id_hash" BLOB NOT NULL PRIMARY KEY,
    "user_id" INTEGER NOT NULL,
    "key_id" TEXT,
    "identity_id" TEXT,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT NOT NULL,
    CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE NO ACTION,
    CONSTRAINT "sessions_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys" ("id") ON DELETE CASCADE ON UPDATE NO ACTION,
    CONSTRAINT "sessions_identity_id_fkey" FOREIGN KEY ("identity_id") REFERENCES "identities" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);
-- Sessions go on: each belongs to the user of its key.
INSERT INTO "new_sessions" ("id_hash", "user_id", "key_id", "created_at", "expires_at")
    SELECT s."id_hash", k."user_id", s."key_id", s."created_at", s."expires_at" FROM "sessions" s JOIN "api_keys" k ON k."id" = s."key_id";
DROP TABLE "sessions";
ALTER TABLE "new_sessions" RENAME TO "sessions";
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");
CREATE INDEX "sessions_user_id_created_at_id_hash_idx" ON "sessions"("user_id", "created_at" DESC, "id_hash");
CREATE INDEX "sessions_key_id_idx" ON "sessions"("key_id");
CREATE INDEX "sessions_identity_id_idx" ON "sessions"("identity_id");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- CreateIndex
CREATE INDEX "identities_user_id_idx" ON "identities"("user_id");
