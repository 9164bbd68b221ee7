// @ts-check
/**
 * The cost of tracing: the same server without a collector, with clients that send `traceparent`, with a collector, with one that
 * never responds, and with a share of the traces; and a checkout from before, where one is named.
 */
import { fileURLToPath } from 'node:url';
import { count, endProgress, milliseconds, printTable, progress, ratio } from './print.mjs';
import { createPastes, freePort, startLogged, startWeb, waitUntilResponding } from './servers.mjs';
import { sourceText } from './text.mjs';
import { alternate, createLoad, readLoad } from './wrk.mjs';

const BYTES = 1024;
const PASTES = 1_000;
const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const NONE = { OTEL_EXPORTER_OTLP_ENDPOINT: '' };

/**
 * @param {import('./workspace.mjs').Workspace} workspace
 * @param {{ seconds: number, before: string | undefined }} options
 */
export async function measureTracing(workspace, { seconds, before }) {
  const [collector, silent] = await Promise.all([startCollector(workspace), startCollector(workspace, 'silent')]);
  const to = (/** @type {string} */ origin, share = '1') => ({ OTEL_EXPORTER_OTLP_ENDPOINT: origin, OTEL_TRACES_SAMPLER_ARG: share });
  /** @type {{ title: string, env: Record<string, string>, checkout?: string, traceparent?: string }[]} */
  const settings = [
    { title: 'no collector', env: NONE },
    ...(before === undefined ? [] : [{ title: 'before', env: NONE, checkout: before }]),
    { title: 'no collector, traceparent', env: NONE, traceparent: TRACEPARENT },
    { title: 'collector', env: to(collector.origin) },
    { title: 'silent collector', env: to(silent.origin) },
    { title: 'collector, 1 %', env: to(collector.origin, '0.01') },
  ];
  const sides = [];
  for (const [index, { env, checkout, traceparent, ...more }] of settings.entries()) {
    const name = `tracing-${index}`;
    const server = { ...(await startWeb(workspace, name, env, checkout)), name };
    const ids = await createPastes(server, PASTES, (number) => sourceText(BYTES, number + 1));
    const reads = readLoad(workspace, 'tracing', ids, traceparent);
    sides.push({ ...more, server, loads: { 'read 1,000 pastes of 1 KiB': reads, 'create 1 KiB': createLoad(workspace, BYTES) } });
  }
  const results = [];
  for (const name of /** @type {const} */ (['read 1,000 pastes of 1 KiB', 'create 1 KiB'])) {
    progress(name);
    const measured = await alternate(
      workspace,
      seconds,
      sides.map(({ server, loads }) => ({ server, load: loads[name] })),
    );
    results.push({
      name,
      sides: sides.map(({ title }, index) => ({ title, .../** @type {import('./wrk.mjs').Measured} */ (measured[index]) })),
    });
  }
  await Promise.all([...sides.map(({ server }) => server.stop()), collector.stop(), silent.stop()]);
  endProgress();
  printTable(
    'Tracing (ratios are to the first)',
    ['', 'requests/s', 'ratio', 'p99 ms', 'CPU ms/request', 'errors'],
    results.flatMap(({ name, sides }) => [
      [name],
      ...sides.map(({ title, perSecond, p99Ms, processorMs, errors }) => [
        `  ${title}`,
        count(perSecond),
        ratio(perSecond / (sides[0]?.perSecond ?? 1)),
        milliseconds(p99Ms),
        processorMs.toFixed(3),
        count(errors),
      ]),
    ]),
  );
  return { results };
}

/**
 * @param {import('./workspace.mjs').Workspace} workspace
 * @param {string[]} args
 */
async function startCollector(workspace, ...args) {
  const port = await freePort();
  const script = fileURLToPath(new URL('collector.mjs', import.meta.url));
  const { stop } = startLogged(workspace, `collector-${port}.log`, [script, String(port), ...args], process.env);
  const origin = `http://127.0.0.1:${port}`;
  if (args.length === 0) await waitUntilResponding(origin);
  return { origin, stop };
}
