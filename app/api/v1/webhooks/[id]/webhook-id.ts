import { NotFoundError } from '#lib/http/errors';
import { parseRowId } from '#lib/http/row-id';

/** @throws NotFoundError for what can't be an id */
export function webhookId({ id }: { id: string }): number {
  const parsed = parseRowId(id);
  if (parsed === null) throw new NotFoundError();
  return parsed;
}
