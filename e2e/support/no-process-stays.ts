import { afterAll } from 'vitest';
import { killAll } from './processes';

/** A test that fails half-way leaves no process behind: what a file's tests have started ends with the file. */
afterAll(killAll);
