import { MissingPage } from '#components/ui/missing-page';
import { hydratePage } from '../hydrate-page';

hydratePage(MissingPage);
