// @ts-check
/**
 * The cost of opening a link in a real browser: bytes, time until the text is readable, and the longest block of the main
 * thread, while loading and while scrolling to the end. Every run starts a browser without a cache.
 *
 * The links are Mode B, made with jose alone as in docs/envelope.md. Needs Chromium.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { base64url, CompactEncrypt } from 'jose';
import { count, endProgress, printTable, progress } from './print.mjs';
import { createPaste, startWeb } from './servers.mjs';
import { sourceText } from './text.mjs';

const SYSTEM_CHROMIUM = '/usr/bin/chromium';
const BROWSER_ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];
const FIRST_LINE = '// the first line of this text';
const LAST_LINE = '// the last line of this text';
const GIVE_UP_MS = 60_000;
/** The page counts as loaded after this time without a block. */
const QUIET_MS = 2_000;
const POLL_MS = 100;
const SCROLL_STEPS = 40;

const CASES = [
  { name: '1 KiB', bytes: 1024 },
  { name: '1 MB', bytes: 1_000_000 },
  { name: '5 MB', bytes: 5_000_000 },
  { name: '10 MB', bytes: 10_000_000 },
];

/** @typedef {import('./workspace.mjs').Workspace} Workspace */

/**
 * @typedef {object} Opened
 * @property {number} readableMs the first line stands in the window, and two frames were drawn
 * @property {number} bytesUntilReadable over the wire, headers included
 * @property {number} bytes over the wire until the page was quiet
 * @property {number} requests
 * @property {number} longTaskMs
 * @property {number} gapMs the longest delay of a timer of 8 ms, with style and layout
 * @property {number} scrollGapMs the same while scrolling to the end of the text
 */

/**
 * @param {Workspace} workspace
 * @param {{ runs: number }} options
 */
export async function measurePages(workspace, { runs }) {
  const web = await startWeb(workspace, 'pages');
  /** @type {Record<string, Opened[]>} */
  const opened = {};
  for (const { name, bytes } of CASES) {
    const address = await createLink(web, bytes);
    opened[name] = [];
    for (let run = 1; run <= runs; run++) {
      progress(`opening ${name}, ${run} of ${runs}`);
      opened[name]?.push(await open(address));
    }
  }
  await web.stop();
  endProgress();

  /** @type {(key: keyof Opened) => (name: string) => string} */
  const median = (key) => (name) => count(middle(opened[name] ?? [], key));
  const kilobytes = (/** @type {keyof Opened} */ key) => (/** @type {string} */ name) => count(middle(opened[name] ?? [], key) / 1000);
  const columns = {
    'readable ms': median('readableMs'),
    'kB until then': kilobytes('bytesUntilReadable'),
    'kB in all': kilobytes('bytes'),
    requests: median('requests'),
    'longest task ms': median('longTaskMs'),
    'longest gap ms': median('gapMs'),
    'scrolling ms': median('scrollGapMs'),
  };
  printTable(
    `Opening an encrypted link, medians of ${runs}`,
    ['', ...Object.keys(columns)],
    CASES.map(({ name }) => [name, ...Object.values(columns).map((cell) => cell(name))]),
  );
  return opened;
}

/**
 * @param {import('./servers.mjs').Server} web
 * @param {number} bytes of the text
 */
async function createLink(web, bytes) {
  const content = `${FIRST_LINE}\n${sourceText(bytes - FIRST_LINE.length - LAST_LINE.length - 2)}\n${LAST_LINE}`;
  const key = randomBytes(32);
  const plaintext = Buffer.from(JSON.stringify({ v: 1, title: 'measured.ts', syntax: 'typescript', content }));
  const envelope = await new CompactEncrypt(plaintext).setProtectedHeader({ alg: 'dir', enc: 'A256GCM', zip: 'DEF' }).encrypt(key);
  return `${web.origin}/view/${await createPaste(web, { content: envelope, isE2ee: true })}#${base64url.encode(key)}`;
}

/**
 * @param {string} address
 * @returns {Promise<Opened>}
 */
async function open(address) {
  const browser = await chromium.launch({
    ...(existsSync(SYSTEM_CHROMIUM) ? { executablePath: SYSTEM_CHROMIUM } : {}),
    args: [...BROWSER_ARGUMENTS, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  });
  try {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    await page.addInitScript(watchPage, FIRST_LINE);
    const network = await watchNetwork(page);
    await page.goto(address, { waitUntil: 'commit' });
    const loaded = await waitFor(page, ({ readableMs, quietMs }) => readableMs > 0 && quietMs > QUIET_MS);
    await page.evaluate(() => Object.assign(/** @type {any} */ (window).measured, { gapMs: 0 }));
    for (let step = 1; step <= SCROLL_STEPS; step++) await page.evaluate(scrollDown, step / SCROLL_STEPS);
    await page.getByText(LAST_LINE).first().waitFor();
    const scrolled = await waitFor(page, ({ quietMs }) => quietMs > QUIET_MS);
    return {
      readableMs: loaded.readableMs,
      bytesUntilReadable: network.bytesBefore(loaded.readableAt),
      bytes: network.bytesBefore(Number.POSITIVE_INFINITY),
      requests: network.requests(),
      longTaskMs: loaded.longTaskMs,
      gapMs: loaded.gapMs,
      scrollGapMs: scrolled.gapMs,
    };
  } finally {
    await browser.close();
  }
}

/**
 * Runs in the page, before the page's scripts.
 * @param {string} firstLine
 */
function watchPage(firstLine) {
  const measured = { readableMs: 0, readableAt: 0, longTaskMs: 0, gapMs: 0, heldUpAt: 0, quietMs: 0 };
  Object.assign(window, { measured });
  const heldUp = () => {
    measured.heldUpAt = performance.now();
  };
  let beatAt = performance.now();
  const beat = () => {
    const now = performance.now();
    measured.gapMs = Math.max(measured.gapMs, now - beatAt);
    if (now - beatAt > 50) heldUp();
    measured.quietMs = now - Math.max(measured.heldUpAt, measured.readableMs);
    beatAt = now;
    setTimeout(beat, 8);
  };
  beat();
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) measured.longTaskMs = Math.max(measured.longTaskMs, duration);
    heldUp();
  }).observe({ type: 'longtask', buffered: true });

  const isInView = () => {
    const texts = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (!node.textContent?.includes(firstLine) || !parent?.checkVisibility({ opacityProperty: true })) continue;
      const { top, height } = parent.getBoundingClientRect();
      if (height > 0 && top < innerHeight) return true;
    }
    return false;
  };
  const look = () => {
    if (!isInView()) return void setTimeout(look, 16);
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        measured.readableMs = performance.now();
        measured.readableAt = (performance.timeOrigin + measured.readableMs) / 1000;
      }),
    );
  };
  look();
}

/**
 * Runs in the page: scrolls the text and waits until it is drawn.
 * @param {number} share of the way to the end
 */
function scrollDown(share) {
  for (const element of [document.documentElement, ...document.querySelectorAll('.cm-scroller')]) {
    element.scrollTop = (element.scrollHeight - element.clientHeight) * share;
  }
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {(measured: any) => boolean} isEnough
 */
async function waitFor(page, isEnough) {
  const giveUpAt = Date.now() + GIVE_UP_MS;
  for (;;) {
    const measured = await page.evaluate(() => /** @type {any} */ (window).measured).catch(() => null);
    if (measured && isEnough(measured)) return measured;
    if (Date.now() > giveUpAt) throw new Error(`not readable and quiet within ${GIVE_UP_MS / 1000} s`);
    await sleep(POLL_MS);
  }
}

/** @param {import('@playwright/test').Page} page */
async function watchNetwork(page) {
  /** @type {{ bytes: number, at: number }[]} */
  const finished = [];
  /** Offset of the browser's clock to the wall clock, in seconds. */
  let offset = 0;
  const session = await page.context().newCDPSession(page);
  session.on('Network.requestWillBeSent', ({ wallTime, timestamp }) => {
    offset = wallTime - timestamp;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength, timestamp }) => {
    finished.push({ bytes: encodedDataLength, at: timestamp + offset });
  });
  await session.send('Network.enable');
  return {
    requests: () => finished.length,
    /** @param {number} time in seconds since 1970 */
    bytesBefore: (time) => finished.reduce((sum, { bytes, at }) => sum + (at <= time ? bytes : 0), 0),
  };
}

/**
 * @param {readonly Opened[]} all
 * @param {keyof Opened} key
 */
function middle(all, key) {
  const values = all.map((opened) => opened[key]).sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? 0;
}
