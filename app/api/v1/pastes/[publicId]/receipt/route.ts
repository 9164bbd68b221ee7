import { NotFoundError } from '#lib/http/errors';
import { json } from '#lib/http/reply';
import { readAccess } from '#lib/pastes/paste.readers';
import { isPublicId } from '#lib/pastes/paste.rules';
import { presentReceipt } from '#lib/receipts/receipt.presenter';
import { apiEndpoint } from '../../../api';

/** What became of a burn paste. Looks, and changes nothing. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiEndpoint<{ publicId: string }>(
  {
    async GET({ request, params: { publicId }, principal, services }) {
      if (!isPublicId(publicId)) throw new NotFoundError();
      const manageToken = request.headers.get('x-service-manage-token');
      return json(200, presentReceipt(await services.receipts.find(publicId, { ...readAccess(request), principal, manageToken })));
    },
  },
  ({ receiptLimiter }) => receiptLimiter,
);
