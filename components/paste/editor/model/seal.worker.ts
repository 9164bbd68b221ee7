import { serveCalls } from '#components/client/worker-calls';
import { respond } from './seal';

serveCalls(respond);
