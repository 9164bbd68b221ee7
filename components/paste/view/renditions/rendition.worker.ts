import { serveCalls } from '#components/client/worker-calls';
import { makeRendition } from './make-rendition';

serveCalls(makeRendition);
