-- DropIndex
DROP INDEX "api_keys_made_by_idx";

-- AlterTable
ALTER TABLE "identities" ADD COLUMN "admin_at" BIGINT;
ALTER TABLE "identities" ADD COLUMN "made_by" TEXT;

-- AlterTable
ALTER TABLE "messenger_destinations" ADD COLUMN "made_by" TEXT;

-- AlterTable
ALTER TABLE "messenger_tokens" ADD COLUMN "made_by" TEXT;

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN "confirmed_at" BIGINT;

-- AlterTable
ALTER TABLE "users" ADD COLUMN "name_look" TEXT;

-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN "made_by" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "users_name_look_key" ON "users"("name_look");
