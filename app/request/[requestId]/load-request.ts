import { cache } from 'react';
import { services } from '#lib/composition/services';
import { nullIfMissing } from '#lib/http/page-status';
import { isPublicId } from '#lib/pastes/paste.rules';
import { presentRequest } from '#lib/requests/request.presenter';
import type { SecretRequestJson } from '#lib/requests/request.schema';

/** The request for everybody who has the link. Read once a request. @returns null when there is none, or it takes no more answers */
export const loadRequest = cache(async (requestId: string): Promise<SecretRequestJson | null> => {
  if (!isPublicId(requestId)) return null;
  const { secretRequests } = await services();
  return secretRequests.find(requestId).then(presentRequest, nullIfMissing);
});
