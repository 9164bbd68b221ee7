import { services } from '#lib/composition/services';
import { isBearer } from '#lib/http/bearer';
import { endpoint } from '#lib/http/endpoint';
import { NotFoundError, UnauthorizedError } from '#lib/http/errors';
import { HEALTH_HEADERS } from '#lib/http/headers';

/** For Prometheus, who shows METRICS_TOKEN. Without one configured there is nothing here. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  {
    async GET(request: Request) {
      const { config, metrics } = await services();
      if (config.METRICS_TOKEN === undefined) throw new NotFoundError();
      if (!isBearer(request.headers.get('authorization'), config.METRICS_TOKEN)) throw new UnauthorizedError();
      return { status: 200, headers: { 'Content-Type': metrics.contentType }, body: await metrics.render() };
    },
  },
  { headers: HEALTH_HEADERS, prepare: async (request) => request, log: async () => (await services()).log },
);
