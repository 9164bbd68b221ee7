/** Fields of the options in the API: in the body of a create, and in responses. */
import * as z from 'zod';
import { OPTION_NAMES, type OptionName, type OptionTable, PASTE_OPTIONS, type PasteOption } from './paste-options.rules';

type CreateOptions = {
  [Name in OptionName]: OptionTable[Name] extends { kind: 'flag' } ? z.ZodDefault<z.ZodBoolean> : z.ZodDefault<z.ZodNullable<z.ZodInt>>;
};
type ShownOption<Option> = Option extends { kind: 'count' }
  ? z.ZodOptional<z.ZodInt>
  : Option extends { shown: 'always' }
    ? z.ZodBoolean
    : z.ZodOptional<z.ZodLiteral<true>>;
type ShownOptions = { [Name in OptionName]: ShownOption<OptionTable[Name]> };

const shape = (field: (option: PasteOption) => z.ZodType) =>
  Object.fromEntries(OPTION_NAMES.map((name) => [name, field(PASTE_OPTIONS[name])]));

/** A field that is left out means "not set". */
export const createOptions = shape((option) => {
  if (option.kind === 'flag') return z.boolean().default(false).meta({ description: option.text });
  const { min, max, unit } = option;
  const range = `expected ${min} to ${max} ${unit}`;
  return z.int().min(min, range).max(max, range).nullable().default(null).meta({ description: option.text });
}) as CreateOptions;

/** Fields of a paste in responses. */
export const shownOptions = shape(({ kind, shown }) => {
  const field = kind === 'count' ? z.int() : shown === 'always' ? z.boolean() : z.literal(true);
  return shown === 'always' ? field : field.optional().meta({ description: shown.text });
}) as ShownOptions;
