-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "identity_id" TEXT,
ADD COLUMN     "user_id" INTEGER,
ALTER COLUMN "key_id" DROP NOT NULL;

-- Sessions go on: each belongs to the user of its key.
UPDATE "sessions" SET "user_id" = "api_keys"."user_id" FROM "api_keys" WHERE "api_keys"."id" = "sessions"."key_id";

-- AlterTable
ALTER TABLE "sessions" ALTER COLUMN "user_id" SET NOT NULL;

-- CreateTable
CREATE TABLE "identities" (
    "id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "label_sealed" BYTEA NOT NULL,
    "created_at" BIGINT NOT NULL,
    "last_used_at" BIGINT,

    CONSTRAINT "identities_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "identities_user_id_idx" ON "identities"("user_id");

-- CreateIndex
CREATE INDEX "sessions_user_id_created_at_id_hash_idx" ON "sessions"("user_id", "created_at" DESC, "id_hash");

-- CreateIndex
CREATE INDEX "sessions_identity_id_idx" ON "sessions"("identity_id");

-- AddForeignKey
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_identity_id_fkey" FOREIGN KEY ("identity_id") REFERENCES "identities"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
