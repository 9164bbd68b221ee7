import type * as z from 'zod';

export interface Variable<Schema extends z.ZodType> {
  schema: Schema;
  /** Text in the list of docs/configuration.md. */
  doc: string;
  /** As it would stand in the environment; no default means optional, or required where the doc says so. */
  default?: string;
  /** Also read from the file that `NAME_FILE` names (Docker and Kubernetes secrets). */
  secret?: true;
}
