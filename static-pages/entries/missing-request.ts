import { MissingSecretRequest } from '#components/requests/answer/answer-page';
import { hydratePage } from '../hydrate-page';

hydratePage(MissingSecretRequest, true);
