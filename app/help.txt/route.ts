import { services } from '#lib/composition/services';
import { endpoint } from '#lib/http/endpoint';
import { PRIVATE_HEADERS } from '#lib/http/headers';
import { TEXT_TYPE } from '#lib/http/reply';
import { uploadManual } from '#lib/uploads/upload.manual';

const manual = async () => ({
  status: 200,
  headers: { 'Content-Type': TEXT_TYPE },
  body: uploadManual((await services()).config.BASE_URL),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  { GET: manual, HEAD: async () => ({ ...(await manual()), body: null }) },
  { headers: PRIVATE_HEADERS, prepare: async () => undefined, log: async () => (await services()).log },
);
