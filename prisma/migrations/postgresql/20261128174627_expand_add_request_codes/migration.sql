-- CreateTable
CREATE TABLE "request_codes" (
    "lookup" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "expires_at" BIGINT NOT NULL,

    CONSTRAINT "request_codes_pkey" PRIMARY KEY ("lookup")
);

-- CreateIndex
CREATE UNIQUE INDEX "request_codes_request_id_key" ON "request_codes"("request_id");

-- AddForeignKey
ALTER TABLE "request_codes" ADD CONSTRAINT "request_codes_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "secret_requests"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
