import { AskPage } from '#components/requests/secret-requests';
import { hydratePage } from '../hydrate-page';

hydratePage(AskPage);
