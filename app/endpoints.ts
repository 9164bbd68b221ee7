/** Every endpoint of the service, with the forms of the account pages: what our server's router finds, and what Next finds by the mounts in this folder. */
import { endpointsOf, routes } from '#lib/api/routes';
import { adminForms } from './account/actions/admin.forms';
import { adminUsersForms } from './account/actions/admin-users.forms';
import { chatsForms } from './account/actions/chats.forms';
import { clientForms } from './account/actions/client.forms';
import { keysForms } from './account/actions/keys.forms';
import { oidcForms } from './account/actions/oidc.forms';
import { ownDataForms } from './account/actions/own-data.forms';
import { pastesForms } from './account/actions/pastes.forms';
import { reportForms } from './account/actions/report.forms';
import { signInForms } from './account/actions/sign-in.forms';
import { webhooksForms } from './account/actions/webhooks.forms';

export const endpoints = endpointsOf([
  ...routes,
  ...signInForms,
  ...oidcForms,
  ...clientForms,
  ...pastesForms,
  ...keysForms,
  ...webhooksForms,
  ...chatsForms,
  ...ownDataForms,
  ...reportForms,
  ...adminForms,
  ...adminUsersForms,
]);
