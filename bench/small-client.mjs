// @ts-check
/**
 * The client of small requests, in its own process: sends one of each kind every few milliseconds without waiting, and
 * records the latencies. One message begins a measurement, another ends it.
 */
import { Agent, request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const INTERVAL_MS = 5;
/** The most waiting requests of one kind: more would show nothing new. */
const MAX_UNDER_WAY = 64;
/** Pause between two checks, at the end, whether all requests have their responses. */
const POLL_MS = 10;

/** @typedef {{ name: string, method: string, url: string, body?: string, status: number }} SmallRequest */
/** @typedef {{ name: string, latenciesMs: number[] }} Responded */
/**
 * `latestTimerMs`: the longest delay of this process itself, which any latency may include.
 * @typedef {{ responded: Responded[], latestTimerMs: number }} SmallDone
 */

const agent = new Agent({ keepAlive: true });
/** @type {(() => Promise<SmallDone>) | undefined} */
let end;

process.on('message', (/** @type {SmallRequest[] | 'end'} */ message) => {
  if (message === 'end') void end?.().then((done) => process.send?.(done));
  else end = begin(message);
});

/**
 * @param {SmallRequest[]} requests
 * @returns {() => Promise<SmallDone>} ends it
 */
function begin(requests) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let underWay = 0;
  const kinds = requests.map((small) => {
    const latenciesMs = /** @type {number[]} */ ([]);
    let waiting = 0;
    const timer = setInterval(() => {
      if (waiting >= MAX_UNDER_WAY) return;
      waiting += 1;
      underWay += 1;
      void send(small).then((latencyMs) => {
        waiting -= 1;
        underWay -= 1;
        latenciesMs.push(latencyMs);
      });
    }, INTERVAL_MS);
    return { responded: { name: small.name, latenciesMs }, timer };
  });
  return async () => {
    for (const { timer } of kinds) clearInterval(timer);
    while (underWay > 0) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    delay.disable();
    return { responded: kinds.map(({ responded }) => responded), latestTimerMs: delay.max / 1e6 };
  };
}

/**
 * @param {SmallRequest} small
 * @returns {Promise<number>} milliseconds to the end of the response
 */
function send({ method, url, body, status }) {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    const startedAt = performance.now();
    const outgoing = request(url, { method, headers, agent }, (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === status) resolve(performance.now() - startedAt);
        else reject(new Error(`expected status ${status} from ${method} ${url}, got ${response.statusCode}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
