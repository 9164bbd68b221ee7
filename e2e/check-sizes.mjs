// @ts-check
/**
 * `npm run check:sizes`: prints the lines of each subject of the product, so that growth is seen when it happens. Fails above
 * the limit for the whole, and for a file that belongs to no subject. Tests, `e2e` and `bench` aren't counted.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Whoever needs more lines than this takes others out, or raises the limit and says why. */
const MAX_LINES = 64_000;

/** Folders and files by subject; the longest beginning of a path counts. @type {Record<string, readonly string[]>} */
const SUBJECTS = {
  view: ['components/paste/view/', 'components/paste/link/', 'app/(rendered)/view/'],
  editor: ['components/paste/editor/', 'lib/languages/'],
  pastes: ['lib/pastes/', 'lib/uploads/'],
  'pastes: links, receipts, reports': ['components/paste/', 'components/mine/', 'lib/receipts/', 'lib/reports/', 'app/(rendered)/'],
  requests: ['components/requests/', 'lib/requests/', 'app/(rendered)/request'],
  encryption: ['lib/envelope/', 'lib/vault/'],
  accounts: ['components/account/', 'lib/accounts/', 'lib/oidc/', 'app/(rendered)/account/'],
  administration: ['components/admin/', 'lib/audit/', 'lib/operations/', 'server/admin', 'app/(rendered)/account/admin/'],
  'webhooks, chats, mail': ['components/events/', 'lib/webhooks/', 'lib/messenger/', 'lib/mail/', 'lib/outbox/'],
  'pages and their frame': [
    'components/shell/',
    'components/ui/',
    'components/docs/',
    'app/',
    'static-pages/',
    'lib/site/',
    'lib/locales/',
  ],
  'API and its client': ['lib/api/', 'lib/client/', 'components/client/'],
  database: ['lib/db/', 'prisma/'],
  'object store': ['lib/store/'],
  'processes and HTTP': [
    'server/',
    'worker/',
    'lib/http/',
    'lib/composition/',
    'lib/config/',
    'lib/tracing/',
    'lib/log/',
    'lib/errors/',
    'lib/encoding/',
    'instrumentation.ts',
  ],
  'command line': ['cli/'],
  extension: ['extension/'],
  'build and configuration': ['scripts/', 'next.config.mjs', 'vite.config.mjs', 'vitest.config.ts'],
};

const BEGINNINGS = Object.entries(SUBJECTS)
  .flatMap(([subject, beginnings]) => beginnings.map((beginning) => ({ subject, beginning })))
  .sort((a, b) => b.beginning.length - a.beginning.length);

const files = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.mjs'], { encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && !/\.test\.|^e2e\/|^bench\/|\/testing\//.test(file) && existsSync(file));

/** @type {Map<string, number>} */
const lines = new Map(Object.keys(SUBJECTS).map((subject) => [subject, 0]));
for (const file of files) {
  const subject = BEGINNINGS.find(({ beginning }) => file.startsWith(beginning))?.subject;
  if (subject === undefined) {
    console.log(`${file} belongs to no subject of e2e/check-sizes.mjs`);
    process.exitCode = 1;
    continue;
  }
  lines.set(subject, (lines.get(subject) ?? 0) + readFileSync(file, 'utf8').split('\n').length - 1);
}

const total = [...lines.values()].reduce((sum, count) => sum + count, 0);
console.log([...lines].map(([subject, count]) => `${subject} ${count}`).join(' · '));
console.log(`${total} lines of product, the limit is ${MAX_LINES}`);
if (total > MAX_LINES) process.exitCode = 1;
