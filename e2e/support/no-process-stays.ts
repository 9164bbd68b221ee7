import { afterAll } from 'vitest';
import { killAll } from './processes';

/** Ends all processes that the tests of a file have started, so that a test that fails half-way leaves none. */
afterAll(killAll);
