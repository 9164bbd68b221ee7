-- AlterTable
ALTER TABLE "burn_receipts" ADD COLUMN "max_reads" INTEGER;
ALTER TABLE "burn_receipts" ADD COLUMN "reads" INTEGER;

-- AlterTable
ALTER TABLE "pastes" ADD COLUMN "max_reads" INTEGER;
ALTER TABLE "pastes" ADD COLUMN "reader_may_delete" BOOLEAN NOT NULL DEFAULT false;
