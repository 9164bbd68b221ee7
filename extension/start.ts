/** The program of the page that opens links, and of the editor. It opens nothing of a server that isn't chosen. */
import { setApiKey } from './api-key';
import { placeOfPage, takeQueryOfLink } from './instance.rules';
import { loadInstances } from './instances';
import { loadWords } from './load-words';
import { separateStorages } from './separate-storages';

async function start(): Promise<void> {
  takeQueryOfLink();
  const [instances] = await Promise.all([loadInstances(), loadWords()]);
  const { showPage, showStranger } = await import('./page');
  const place = placeOfPage();
  const chosen = instances.find(({ address }) => address === place?.instance);
  if (!place || !chosen) return showStranger();
  setApiKey(chosen.apiKey);
  separateStorages(place.instance);
  showPage(place);
}

void start();
