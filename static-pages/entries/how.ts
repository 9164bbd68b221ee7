import { HowItWorks } from '#components/docs/how-it-works';
import { hydratePage } from '../hydrate-page';

hydratePage(HowItWorks);
