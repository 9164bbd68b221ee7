-- CreateTable
CREATE TABLE "create_requests" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "answer_sealed" BLOB,
    "expires_at" BIGINT,
    "keep_until" BIGINT NOT NULL
);

-- CreateIndex
CREATE INDEX "create_requests_keep_until_idx" ON "create_requests"("keep_until");
