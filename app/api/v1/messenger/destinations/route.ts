import { json } from '#lib/http/reply';
import { presentDestination } from '#lib/messenger/messenger.presenter';
import { apiEndpoint, requirePrincipal } from '../../api';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiEndpoint({
  async GET({ principal, services }) {
    const destinations = await services.messenger.list(requirePrincipal(principal));
    return json(200, { destinations: destinations.map(presentDestination) });
  },
});
