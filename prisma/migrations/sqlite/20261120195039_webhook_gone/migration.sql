-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN "gone_at" BIGINT;
