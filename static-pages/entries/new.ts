import { NewPage } from '#components/paste/editor/new-page';
import { hydratePage } from '../hydrate-page';

hydratePage(NewPage);
