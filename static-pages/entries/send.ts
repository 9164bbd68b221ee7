import { SendPage } from '#components/requests/code/send-page';
import { hydratePage } from '../hydrate-page';

hydratePage(SendPage);
