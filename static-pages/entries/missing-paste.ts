import { MissingPaste } from '#components/paste/view/missing-paste';
import '#components/paste/view/text/colour.css';
import { hydratePage } from '../hydrate-page';

hydratePage(MissingPaste, true);
