-- AlterTable
ALTER TABLE "burn_receipts" DROP COLUMN "group_sealed";

-- AlterTable
ALTER TABLE "pastes" DROP COLUMN "group_sealed";
