import type * as z from 'zod';

export interface Variable<Schema extends z.ZodType> {
  schema: Schema;
  /** Text in the list of docs/configuration.md. */
  doc: string;
  /** The default as text of the environment. Undefined: the variable is optional, or required where `doc` says so. */
  default?: string;
  /** Also read from the file that `NAME_FILE` names (Docker and Kubernetes secrets). */
  secret?: true;
}
