import { accountMessages } from '#components/messages/account';
import { clientRequestSchema } from '#lib/accounts/client-login.schema';
import { parseWith } from '#lib/http/validation';
import { signedInAction } from './form-action';
import { leadingPage } from './plain-page';

/** Somebody allows a program on their machine to have a key, and hands it the code: their browser reaches it, this server can't. */
const allowClient = signedInAction('allow-client', async ({ fields, services, signedIn }) => {
  const asked = parseWith(clientRequestSchema, fields);
  const query = new URLSearchParams({ code: await services.clientLogin.allow(signedIn, asked), state: asked.state });
  const { allowedTitle, allowed, toClient } = accountMessages.client;
  return leadingPage(`http://127.0.0.1:${asked.port}/?${query}`, {
    site: services.site,
    title: allowedTitle,
    text: allowed,
    linkText: toClient,
  });
});

export const clientForms = [allowClient];
