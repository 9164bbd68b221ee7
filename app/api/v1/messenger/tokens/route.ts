import { json } from '#lib/http/reply';
import { presentToken } from '#lib/messenger/messenger.presenter';
import { apiEndpoint, requirePrincipal } from '../../api';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiEndpoint({
  async POST({ principal, services }) {
    const { token, botName } = await services.messenger.createToken(requirePrincipal(principal));
    return json(201, presentToken(token, botName));
  },
});
