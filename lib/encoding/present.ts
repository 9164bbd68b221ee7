/** Picks what leaves the house. */
import type * as z from 'zod';
import { isoTime } from './time.rules';

type TimeName = `${string}At` | `${string}Until` | 'at' | 'since';
const TIME_NAME = /^(?:at|since)$|(?:At|Until)$/;

type Shown<Name, Value> = Name extends TimeName ? (Value extends number ? string : Value) : Value;

/** The named fields of a row; times in ISO 8601. */
export type Presented<Row, Name extends keyof Row> = { [Field in Name]: Shown<Field, Row[Field]> };

/** @param row with times in ms since 1970, whose names end in `At` or `Until`, or are `at` or `since` */
export function present<Row extends object, Name extends keyof Row & string>(row: Row, ...names: readonly Name[]): Presented<Row, Name> {
  const shown = names.map((name) => [name, TIME_NAME.test(name) ? isoTime((row[name] ?? null) as number | null) : row[name]]);
  return Object.fromEntries(shown) as Presented<Row, Name>;
}

type Stored<Name, Value> = Name extends TimeName ? (Value extends string ? number : Value) : Value;

/** The fields that the schema of a response names, of which the row may lack optional ones. @param row as for `present` */
export function presentAs<Schema extends z.ZodObject>(
  { shape }: Schema,
  row: { [Name in keyof z.output<Schema>]: Stored<Name, z.output<Schema>[Name]> },
): z.output<Schema> {
  const names = Object.keys(shape).filter((name) => name in row) as (keyof typeof row & string)[];
  return present(row, ...names) as z.output<Schema>;
}
