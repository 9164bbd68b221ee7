-- DropIndex
DROP INDEX "notification_queue_chat_ref_next_retry_at_id_idx";

-- DropIndex
DROP INDEX "webhook_deliveries_endpoint_id_next_retry_at_id_idx";

-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "paused_until" BIGINT;

-- CreateIndex
CREATE INDEX "notification_queue_open_idx" ON "notification_queue"("chat_ref", "next_retry_at", "id") WHERE (next_retry_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "notification_queue_chat_ref_idx" ON "notification_queue"("chat_ref");

-- CreateIndex
CREATE INDEX "webhook_deliveries_open_idx" ON "webhook_deliveries"("endpoint_id", "next_retry_at", "id") WHERE (next_retry_at IS NOT NULL);
