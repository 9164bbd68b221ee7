import { signedInAction } from '../form-action';
import { ownData } from '../own-data';

/** A copy of all that is theirs. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = signedInAction(async ({ services, signedIn }) => ({
  status: 200,
  headers: { 'Content-Type': 'application/x-ndjson; charset=utf-8', 'Content-Disposition': 'attachment; filename="sealpaste.jsonl"' },
  body: ownData(services, signedIn),
}));
