/** The program of the settings. */
import { loadInstances } from './instances';
import { loadWords } from './load-words';

const [instances] = await Promise.all([loadInstances(), loadWords()]);
const { showSettings } = await import('./settings');
showSettings(instances);
