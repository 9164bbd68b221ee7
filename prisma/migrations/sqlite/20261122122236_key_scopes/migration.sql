-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN "scopes" TEXT;
