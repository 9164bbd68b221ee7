import { Mine } from '#components/mine/mine';
import { hydratePage } from '../hydrate-page';

hydratePage(Mine);
