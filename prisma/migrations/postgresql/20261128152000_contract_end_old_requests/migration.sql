-- Requests made before keep their private key in one browser, whose pages can't read it any more: they take no more answers.
-- Other clients make their requests again.
UPDATE "secret_requests" SET "ended_at" = "created_at" WHERE "ended_at" IS NULL;
