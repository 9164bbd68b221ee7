-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "made_by" TEXT,
ADD COLUMN     "may_sign_in" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "self_registered" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "api_keys_made_by_idx" ON "api_keys"("made_by");

-- Sessions that are there end after seven idle days, too.
UPDATE "sessions" SET "expires_at" = LEAST("expires_at", CAST(EXTRACT(EPOCH FROM now()) * 1000 AS BIGINT) + 604800000);
