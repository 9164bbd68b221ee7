import * as z from 'zod';

export interface Variable<Schema extends z.ZodType> {
  schema: Schema;
  /** Text in the list of docs/configuration.md. */
  doc: string;
  /** The default as text of the environment. Undefined: the variable is optional, or required where `doc` says so. */
  default?: string;
  /** Also read from the file that `NAME_FILE` names (Docker and Kubernetes secrets). */
  secret?: true;
}

export const setting = <Schema extends z.ZodType>(byDefault: string, schema: Schema, doc: string) => ({ schema, default: byDefault, doc });

export const onOff = (byDefault: 'on' | 'off', doc: string) => setting(byDefault, z.enum(['on', 'off']), doc);

export const optional = <Schema extends z.ZodType>(schema: Schema, doc: string) => ({ schema: schema.optional(), doc });

export const secret = <Schema extends z.ZodType>(schema: Schema, doc: string) => ({ ...optional(schema, doc), secret: true as const });
