import { ReceivePage } from '#components/requests/code/receive-page';
import { hydratePage } from '../hydrate-page';

hydratePage(ReceivePage);
