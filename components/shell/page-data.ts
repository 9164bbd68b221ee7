/** Loads what a static page learns from the server. */

import { apiKey } from '#components/client/api-key';
import type { PageData } from '#lib/api/page-data.rules';
import { learnServerTime } from '#lib/client/server-clock';
import { addressOf, pagePath } from '#lib/site/address.rules';

/** The promise that the early script leaves for React: it has asked before React's code arrived. */
const early = globalThis as { pageData?: Promise<unknown> };

/** Paths of pages that have data of their own, beside what every page shows. */
const WITH_OWN_DATA = /^\/(?:view|request)\/[^/]+$/;

function dataAddress(): string {
  const path = pagePath();
  return addressOf(WITH_OWN_DATA.test(path) ? `${path as '/'}/data` : '/data');
}

/** @throws TypeError when the server can't be reached, Error when it refuses */
async function fetchPageData(): Promise<unknown> {
  const key = apiKey();
  const response = await fetch(dataAddress(), key === null ? {} : { headers: { 'X-Api-Key': key } });
  learnServerTime(response.headers.get('Date'));
  if (!response.ok) throw new Error(`expected the page's data, got status ${response.status}`);
  return response.json();
}

/** @returns the page's data, requested once. It is trusted as far as React trusts text: check what more of it a page uses. */
export function loadPageData(): Promise<PageData> {
  early.pageData ??= fetchPageData();
  return early.pageData as Promise<PageData>;
}

/** Forgets a failed request, so that the next one tries again. */
export function forgetPageData(): void {
  delete early.pageData;
}
