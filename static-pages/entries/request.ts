import { SecretRequestLink } from '#components/requests/answer/answer-page';
import { hydratePage } from '../hydrate-page';

hydratePage(SecretRequestLink, true);
