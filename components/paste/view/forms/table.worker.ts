import { serveCalls } from '#components/client/worker-calls';
import { readTable } from './read-table';

serveCalls(readTable);
