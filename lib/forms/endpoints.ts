/** Every endpoint of the service, with the forms of the account pages, for our server's router and for the mount in app. */
import { endpointsOf, routes } from '../api/routes';
import { adminForms } from './admin.forms';
import { chatsForms } from './chats.forms';
import { keysForms } from './keys.forms';
import { languageForms } from './language.forms';
import { mailForms } from './mail.forms';
import { oidcForms } from './oidc.forms';
import { ownDataForms } from './own-data.forms';
import { pastesForms } from './pastes.forms';
import { signInForms } from './sign-in.forms';
import { webhooksForms } from './webhooks.forms';

export const endpoints = endpointsOf([
  ...routes,
  ...signInForms,
  ...oidcForms,
  ...pastesForms,
  ...keysForms,
  ...languageForms,
  ...webhooksForms,
  ...chatsForms,
  ...mailForms,
  ...ownDataForms,
  ...adminForms,
]);
