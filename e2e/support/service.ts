/** The service that the tests of a file or of a `describe` look at: processes on a database of their own. */
import { afterAll, beforeAll } from 'vitest';
import type { Database } from '#lib/db/database';
import { createTestDatabase, type Engine, type TestDatabase } from '#lib/testing/test-database';
import { createOwner } from './accounts';
import { type Environment, type RunningProcess, startWeb, startWorker, testEnvironment, type WebProcess } from './processes';

interface Options {
  /** SQLite by default. */
  engine?: Engine;
  /** Number of web processes, one by default. */
  webs?: number;
  /** Number of workers, none by default. */
  workers?: number;
  /** Variables besides those that all tests share, or what makes them. */
  variables?: Environment | (() => Promise<Environment>);
}

class Service {
  database!: TestDatabase;
  /** The same database, as the tests look at it. */
  db!: Database;
  environment!: Environment;
  webs: WebProcess[] = [];
  workers: RunningProcess[] = [];
  /** The header that shows a key of the user anna. */
  owner!: { 'X-Api-Key': string };

  /** The first web process. */
  get web(): WebProcess {
    return this.webs[0] as WebProcess;
  }

  /** The first worker. */
  get worker(): RunningProcess {
    return this.workers[0] as RunningProcess;
  }

  get url(): string {
    return this.web.url;
  }

  /** Address of a web process; several take turns. */
  urlOf(turn: number): string {
    return this.webs[turn % this.webs.length]?.url ?? '';
  }

  /** Kills the first web process and starts another in its place. */
  async restart(): Promise<void> {
    await this.web.kill();
    this.webs[0] = await startWeb(this.environment);
  }
}

/** Starts a service before the tests and removes it after them. Its fields are there once the tests run. */
export function withService({ engine = 'sqlite', webs = 1, workers = 0, variables = {} }: Options = {}): Service {
  const service = new Service();
  beforeAll(async () => {
    const overrides = typeof variables === 'function' ? await variables() : variables;
    service.database = await createTestDatabase(engine);
    service.environment = testEnvironment(service.database, overrides);
    service.owner = await createOwner(service.database);
    service.db = await service.database.open();
    service.webs = await Promise.all(Array.from({ length: webs }, () => startWeb(service.environment)));
    service.workers = await Promise.all(Array.from({ length: workers }, () => startWorker(service.environment)));
  });
  afterAll(async () => {
    await Promise.all([...service.webs, ...service.workers].map((running) => running.kill()));
    await service.db?.close();
    await service.database?.drop();
  });
  return service;
}
