/** The worker that searches by a regular expression. */
import { serveCalls } from '#components/client/worker-calls';
import { findPattern } from './find-pattern';

serveCalls(findPattern);
