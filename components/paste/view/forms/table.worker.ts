/** The worker that reads and sorts a table. */
import { serveCalls } from '#components/client/worker-calls';
import { createTableCalls } from './table-calls';

serveCalls(createTableCalls());
