import { clientRequestSchema } from '../accounts/client-login.schema';
import { parseWith } from '../http/validation';
import { formMessages } from './form.messages';
import { signedInAction } from './form-action';
import { leadingPage } from './plain-page';

/** Allows a program on the user's machine to have a key. The browser brings the code to the program, which this server can't reach. */
const allowClient = signedInAction('allow-client', async ({ fields, services, signedIn }) => {
  const asked = parseWith(clientRequestSchema, fields);
  const query = new URLSearchParams({ code: await services.clientLogin.allow(signedIn, asked), state: asked.state });
  const { title, text, go } = formMessages.toClient;
  return leadingPage(`http://127.0.0.1:${asked.port}/?${query}`, { site: services.site, title, text, linkText: go });
});

export const clientForms = [allowClient];
