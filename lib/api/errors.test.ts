/** The codes of errors: their form, the endpoints that declare them, and their table in docs/api.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_ERRORS } from '../accounts/accounts.errors';
import { HTTP_ERRORS } from '../http/errors';
import { MAIL_ERRORS } from '../mail/mail.errors';
import { MESSENGER_ERRORS } from '../messenger/messenger.errors';
import { ADMINISTRATION_ERRORS } from '../operations/administration.errors';
import { PASTE_ERRORS } from '../pastes/paste.errors';
import { LIMIT_ERRORS } from '../pastes/service/limits.errors';
import { REQUEST_ERRORS } from '../requests/request.errors';
import { WEBHOOK_ERRORS } from '../webhooks/webhook.errors';
import { ERRORS } from './errors.rules';
import { errorsOf } from './responses-document';
import { apiDocument, routes } from './routes';

const PAGE = fileURLToPath(new URL('../../docs/api.md', import.meta.url));
const TABLE = /(<!-- errors:start -->\n)[\s\S]*(<!-- errors:end -->)/;
const kinds = Object.values(ERRORS);

describe('the codes of errors', () => {
  it('codes are snake_case, and each belongs to one table', () => {
    for (const { code } of kinds) expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    const tables = [
      HTTP_ERRORS,
      ACCOUNT_ERRORS,
      PASTE_ERRORS,
      LIMIT_ERRORS,
      REQUEST_ERRORS,
      WEBHOOK_ERRORS,
      MESSENGER_ERRORS,
      MAIL_ERRORS,
      ADMINISTRATION_ERRORS,
    ];
    expect(kinds).toHaveLength(tables.flatMap((table) => Object.keys(table)).length);
  });

  it('every code is declared by an endpoint, or met before one is found', () => {
    const declared = new Set(routes.flatMap((route) => [...errorsOf(route)]));
    expect(kinds.map(({ code }) => code).filter((code) => !declared.has(code))).toEqual(['method_not_allowed', 'misdirected']);
  });

  it('an operation lists the codes of a status as an enum, each with its sentence', () => {
    expect(apiDocument('https://paste.example').paths?.['/api/v1/pastes/{publicId}/claim']?.post?.responses).toMatchObject({
      409: {
        description: '`nothing_to_claim`: The paste can be read more than once. Read it without a claim.',
        content: { 'application/json': { schema: { allOf: [{}, { properties: { code: { enum: ['nothing_to_claim'] } } }] } } },
      },
      400: {
        content: { 'application/json': { schema: { allOf: [{}, { properties: { code: { enum: ['validation', 'malformed_json'] } } }] } } },
      },
    });
  });

  it('docs/api.md lists every code as declared (UPDATE_DOCS=1 rewrites the list)', () => {
    const rows = [...kinds]
      .sort((a, b) => a.status - b.status)
      .map(({ code, status, meaning }) => `| \`${code}\` | ${status} | ${meaning} |`);
    const table = ['| `code` | status | |', '|---|---|---|', ...rows].join('\n');
    const page = readFileSync(PAGE, 'utf8');
    const expected = page.replace(TABLE, (_, start, end) => `${start}\n${table}\n\n${end}`);
    if (process.env.UPDATE_DOCS === '1') writeFileSync(PAGE, expected);
    else expect(page).toBe(expected);
  });
});
