// @ts-check
/**
 * Divides the tests: `npm test` is what each change must pass, and `npm run prove` has all (TEST_SCOPE=whole), before a release
 * and whenever its subject is touched. Whatever has failed twice in `prove` alone goes back to `npm test`.
 */

/** Whether this run has all tests. */
export const isWhole = process.env.TEST_SCOPE === 'whole';

/** Files in `prove` only, each with the day it went there. Browser tests have the tag `@prove` instead. */
export const ONLY_IN_PROVE = {
  // Other suites prove the same races at the repository, on both engines; these kill, freeze or cut off processes.
  'e2e/http/approvals-crash.test.ts': '2026-11-28',
  'e2e/http/audit-crash.test.ts': '2026-11-28',
  'e2e/http/backup.test.ts': '2026-11-28',
  'e2e/http/claims-crash.test.ts': '2026-11-28',
  'e2e/http/content-store.test.ts': '2026-11-28',
  'e2e/http/deliveries-crash.test.ts': '2026-11-28',
  'e2e/http/expiry.test.ts': '2026-11-28',
  'e2e/http/mail.test.ts': '2026-11-28',
  'e2e/http/rotation.test.ts': '2026-11-28',
  'e2e/http/web-crash.test.ts': '2026-11-28',
  // Crowds; `server/web-server.test.ts` has each of their clients alone.
  'e2e/http/hostile-crowds.test.ts': '2026-11-28',
  // The documents' examples with programs that aren't ours. `lib/envelope` has the envelopes that these make.
  'e2e/http/recipes.test.ts': '2026-11-28',
  'e2e/http/verify.test.ts': '2026-11-28',
  // Whole machines, images and checkouts.
  'e2e/http/dev.test.ts': '2026-11-28',
  'e2e/http/first-start.test.ts': '2026-11-28',
  'e2e/http/image.test.ts': '2026-11-28',
  'e2e/http/move.test.ts': '2026-11-28',
  'e2e/http/scale.test.ts': '2026-11-28',
  'e2e/http/supervise.test.ts': '2026-11-28',
};

/**
 * Tests whose subject is the database: statements, constraints, races and migrations, which each engine does in its own way.
 * They run on both engines at each change; all others on SQLite, and on PostgreSQL in `prove`.
 */
export const ABOUT_DATABASES = [
  'prisma/**/*.test.ts',
  'lib/db/**/*.test.ts',
  'lib/outbox/*.test.ts',
  'lib/accounts/{accounts,identities,sessions}.test.ts',
  'lib/audit/audit.test.ts',
  'lib/composition/counter-names.test.ts',
  'lib/http/rate-limit.test.ts',
  'lib/mail/mail.test.ts',
  'lib/messenger/messenger{.service,-updates,-notifications}.test.ts',
  'lib/operations/{rotation,bans}.test.ts',
  'lib/operations/backup/backup-rows.test.ts',
  'lib/operations/doctor/doctor-database.test.ts',
  'lib/pastes/{reading,storage}/*.test.ts',
  'lib/pastes/service/paste-{cleanup,events,idempotency,list}.test.ts',
  'lib/receipts/receipt.test.ts',
  'lib/reports/report.test.ts',
  'lib/requests/request.test.ts',
  'lib/webhooks/webhook{.repository,-deliveries}.test.ts',
  'worker/queue.test.ts',
];
