/** Every endpoint of the service, for our server's router and for the mount in app. */
import { endpointsOf, routes } from './routes';

export const endpoints = endpointsOf(routes);
