'use client';

import { useCallback, useEffect, useState } from 'react';
import type { PageData } from '#lib/api/page-data.rules';
import { forgetPageData, loadPageData } from './page-data';

/**
 * The data of a static page.
 * @returns `data` null until it arrives; `retry` for a page that can't be shown without
 */
export function usePageData() {
  const [data, setData] = useState<PageData | null>(null);
  const [hasFailed, setFailed] = useState(false);

  const load = useCallback(() => {
    setFailed(false);
    loadPageData().then(setData, () => {
      forgetPageData();
      setFailed(true);
    });
  }, []);
  useEffect(load, [load]);

  return { data, hasFailed, retry: load };
}
