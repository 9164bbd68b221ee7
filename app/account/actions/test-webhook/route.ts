import { TooManyRequestsError } from '#lib/http/errors';
import { json } from '#lib/http/reply';
import { presentTest } from '#lib/webhooks/webhook.presenter';
import { webhookPath } from '../../account-path';
import { seeOther } from '../form-action';
import { secondsToWait, webhookAction } from '../webhook-action';

/** The page's program is told the result where it is; to a person without it the page is shown again. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = webhookAction(async (call) => {
  const { id, services, signedIn, request } = call;
  const isPerson = request.headers.get('accept')?.includes('text/html');
  const waitSeconds = await secondsToWait(call);
  if (waitSeconds !== null) {
    if (isPerson) return seeOther(webhookPath(id, { notice: 'too-many-sends' }));
    throw new TooManyRequestsError(waitSeconds);
  }
  const test = presentTest(await services.webhooks.test(signedIn, id));
  if (!isPerson) return json(200, test);
  const setCookie = await services.handOvers.webhookOutcome.give(signedIn, { kind: 'tested', webhookId: id, test });
  return seeOther(webhookPath(id, { notice: test.delivered ? 'test-delivered' : 'test-not-delivered' }, 'test'), setCookie);
});
