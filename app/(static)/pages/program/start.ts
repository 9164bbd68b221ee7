/** The program of the pages that are files. */
import { hydratePage } from './hydrate-page';

void hydratePage();
