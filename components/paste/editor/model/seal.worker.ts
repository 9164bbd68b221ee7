/** The worker that does the slow work of the editor. */
import { serveCalls } from '#components/client/worker-calls';
import { respond } from './seal';

serveCalls(respond);
