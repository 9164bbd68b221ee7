import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { VARIABLES } from './config.variables';

const PAGE = fileURLToPath(new URL('../../docs/configuration.md', import.meta.url));
const START = '<!-- configuration:start -->';
const END = '<!-- configuration:end -->';

/** The table of environment variables in docs/configuration.md. */
function configurationTable(): string {
  const rows = Object.entries(VARIABLES).map(([name, definition]) => {
    const { default: value, doc, secret } = definition as { default?: string; doc: string; secret?: true };
    const names = secret ? `\`${name}\` or \`${name}_FILE\`` : `\`${name}\``;
    return `| ${names} | ${value === undefined ? '' : `\`${value}\``} | ${doc} |`;
  });
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
}

describe('the table of environment variables', () => {
  it('in docs/configuration.md is what the code says (UPDATE_DOCS=1 rewrites it)', () => {
    expect(existsSync(PAGE)).toBe(true);
    const page = readFileSync(PAGE, 'utf8');
    const [before, rest, ...more] = page.split(START);
    const [table, after, ...evenMore] = (rest ?? '').split(END);
    if (before === undefined || table === undefined || after === undefined || more.length + evenMore.length > 0)
      throw new Error(`docs/configuration.md: expected one ${START} … ${END}`);
    if (process.env.UPDATE_DOCS === '1') {
      writeFileSync(PAGE, `${before}${START}\n\n${configurationTable()}\n\n${END}${after}`);
      return;
    }
    expect(table.trim()).toBe(configurationTable());
  });

  it('has one row for each variable, with its default, meaning and whether a file may hold it', () => {
    const rows = configurationTable().split('\n').slice(2);
    expect(rows).toHaveLength(Object.keys(VARIABLES).length);
    for (const [index, [name, definition]] of Object.entries(VARIABLES).entries()) {
      const row = rows[index] ?? '';
      // Cells are separated by bars: none may be within one.
      expect(row.split('|')).toHaveLength(5);
      expect(row).toContain(`\`${name}\``);
      expect(row).toContain(definition.doc);
      expect(row.includes(`\`${name}_FILE\``)).toBe('secret' in definition);
      if ('default' in definition) expect(row).toContain(`\`${definition.default}\``);
    }
  });
});
