import { presentDocument } from '#lib/pastes/paste.presenter';
import { replyWithPaste } from '#lib/pastes/paste.readers';
import { apiEndpoint } from '../../api/v1/api';

/** The interface of haste-server, for the tools that speak it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiEndpoint<{ publicId: string }>({
  GET: ({ request, params: { publicId }, services }) => replyWithPaste(request, publicId, services.pastes, presentDocument),
});
