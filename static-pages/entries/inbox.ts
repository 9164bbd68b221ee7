import { InboxPage } from '#components/requests/inbox-page';
import { hydratePage } from '../hydrate-page';

hydratePage(InboxPage);
