/** The list of tables against the schema: what is added there and forgotten here would be lost in a move. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type ColumnType, TABLES } from './tables';

const TYPES: Record<string, ColumnType> = { Int: 'integer', BigInt: 'integer', String: 'text', Boolean: 'boolean', Bytes: 'bytes' };

interface SchemaTable {
  name: string;
  columns: Record<string, ColumnType | undefined>;
  counter: string | undefined;
  parents: string[];
}

/** Tables of schema.prisma, by their names in the database. */
function readSchema(): SchemaTable[] {
  const schema = readFileSync(new URL('../../prisma/schema.prisma', import.meta.url), 'utf8');
  const models = [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, model, body = '']) => ({ model, body }));
  const names = new Map(models.map(({ model, body }) => [model, /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model]));
  return models.map(({ model, body }) => {
    const table: SchemaTable = { name: String(names.get(model)), columns: {}, counter: undefined, parents: [] };
    for (const [, field = '', type = '', rest = ''] of body.matchAll(/^ {2}(\w+)\s+(\w+)\S*(.*)$/gm)) {
      const parent = names.get(type);
      if (parent !== undefined) {
        if (rest.includes('@relation(fields')) table.parents.push(parent);
        continue;
      }
      const column = /@map\("(\w+)"\)/.exec(rest)?.[1] ?? field;
      table.columns[column] = TYPES[type];
      if (rest.includes('autoincrement()')) table.counter = column;
    }
    return table;
  });
}

const schema = readSchema();

it('the schema is understood', () => {
  expect(schema.length).toBeGreaterThan(7);
  for (const { columns } of schema) for (const type of Object.values(columns)) expect(type).toBeDefined();
});

it('every table of the schema is in the list, with its columns and their types', () => {
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
  const listed = TABLES.map(({ name, columns, counter }) => ({ name, columns: { ...columns }, counter })).sort(byName);
  expect(listed).toEqual(schema.map(({ name, columns, counter }) => ({ name, columns, counter })).sort(byName));
});

it('a table comes after those it refers to', () => {
  const order = TABLES.map(({ name }) => name);
  for (const { name, parents } of schema) for (const parent of parents) expect(order.indexOf(parent)).toBeLessThan(order.indexOf(name));
});
