/** The program of a thread that serves one SQLite file (sqlite-serve.ts). */
import { parentPort, workerData } from 'node:worker_threads';
import { serveSqlite } from './sqlite-serve';

if (!parentPort) throw new Error('expected to run as a worker thread');
serveSqlite(parentPort, workerData);
