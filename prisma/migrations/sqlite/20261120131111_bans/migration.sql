-- CreateTable
CREATE TABLE "bans" (
    "network" TEXT NOT NULL PRIMARY KEY,
    "reason" TEXT,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT
);
