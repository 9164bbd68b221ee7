// @ts-check
// Tells what in the SQL of a migration the version before would notice.

/**
 * @param {string} sql
 * @returns {string[]} the statements that do more than add: what an expanding migration may not have
 */
export function notAdditive(sql) {
  const statements = sql
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
  const created = new Set(statements.map((statement) => /^CREATE TABLE "?(\w+)/i.exec(statement)?.[1]));
  return statements.filter((statement) => {
    if (/^CREATE (?:TABLE|INDEX) /i.test(statement)) return false;
    // Rows of a new table are the new version's own.
    const [, onIndex, ofTable] = /^CREATE UNIQUE INDEX .* ON "?(\w+)|^ALTER TABLE "?(\w+)"? ADD CONSTRAINT/i.exec(statement) ?? [];
    if (created.has(onIndex ?? ofTable ?? '')) return false;
    const [, columns] = /^ALTER TABLE "?\w+"? (ADD COLUMN .*)$/i.exec(statement) ?? [];
    return columns === undefined || !columns.split(/, *(?=ADD |DROP |ALTER |RENAME )/i).every(isOptionalColumn);
  });
}

/** Whether rows may lack the column: the version before inserts them. @param {string} part */
const isOptionalColumn = (part) =>
  /^ADD COLUMN /i.test(part) && (!/NOT NULL/i.test(part) || /DEFAULT/i.test(part)) && !/UNIQUE|CHECK/i.test(part);
