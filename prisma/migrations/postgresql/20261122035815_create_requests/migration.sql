-- CreateTable
CREATE TABLE "create_requests" (
    "id" TEXT NOT NULL,
    "answer_sealed" BYTEA,
    "expires_at" BIGINT,
    "keep_until" BIGINT NOT NULL,

    CONSTRAINT "create_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "create_requests_keep_until_idx" ON "create_requests"("keep_until");
