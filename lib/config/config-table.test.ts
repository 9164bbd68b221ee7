import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { VARIABLES } from './config-variables';

const PAGE = fileURLToPath(new URL('../../docs/configuration.md', import.meta.url));
const START = '<!-- configuration:start -->';
const END = '<!-- configuration:end -->';

/** The list of environment variables in docs/configuration.md. */
function configurationList(): string[] {
  return Object.entries(VARIABLES).map(([name, definition]) => {
    const { default: value, doc, secret } = definition as { default?: string; doc: string; secret?: true };
    const names = secret ? `\`${name}\`, \`${name}_FILE\`` : `\`${name}\``;
    return `- ${names}${value === undefined ? '' : ` (\`${value}\`)`}: ${doc}`;
  });
}

describe('the list of environment variables', () => {
  it('docs/configuration.md lists every variable (UPDATE_DOCS=1 rewrites the list)', () => {
    expect(existsSync(PAGE)).toBe(true);
    const page = readFileSync(PAGE, 'utf8');
    const [before, rest, ...more] = page.split(START);
    const [list, after, ...evenMore] = (rest ?? '').split(END);
    if (before === undefined || list === undefined || after === undefined || more.length + evenMore.length > 0)
      throw new Error(`docs/configuration.md: expected one ${START} … ${END}`);
    if (process.env.UPDATE_DOCS === '1') {
      writeFileSync(PAGE, `${before}${START}\n\n${configurationList().join('\n')}\n\n${END}${after}`);
      return;
    }
    expect(list.trim()).toBe(configurationList().join('\n'));
  });

  it('the list has an entry for each variable with default, meaning and file', () => {
    const entries = configurationList();
    expect(entries).toHaveLength(Object.keys(VARIABLES).length);
    for (const [index, [name, definition]] of Object.entries(VARIABLES).entries()) {
      const entry = entries[index] ?? '';
      expect(entry).not.toContain('\n');
      expect(entry).toContain(`\`${name}\``);
      expect(entry).toContain(definition.doc);
      expect(entry.includes(`\`${name}_FILE\``)).toBe('secret' in definition);
      if ('default' in definition) expect(entry).toContain(`(\`${definition.default}\`)`);
    }
  });
});
