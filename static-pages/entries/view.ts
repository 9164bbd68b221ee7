import { EncryptedLink } from '#components/paste/link/encrypted-link';
import '#components/paste/view/text/colour.css';
import { hydratePage } from '../hydrate-page';

hydratePage(EncryptedLink, true);
