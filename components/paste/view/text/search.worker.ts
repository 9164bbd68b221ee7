import { serveCalls } from '#components/client/worker-calls';
import { findMatches } from './find-matches';

serveCalls(findMatches);
