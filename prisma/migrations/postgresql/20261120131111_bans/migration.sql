-- CreateTable
CREATE TABLE "bans" (
    "network" TEXT NOT NULL,
    "reason" TEXT,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT,

    CONSTRAINT "bans_pkey" PRIMARY KEY ("network")
);
