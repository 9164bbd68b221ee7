'use client';

import { usePageData } from '#components/shell/use-page-data';
import { Running } from '#components/ui/running';
import { DEFAULT_EXPIRIES } from '#lib/pastes/expiry.rules';
import { Requests } from './requests';
import styles from './requests-page.module.css';

/** The page for asking for secrets, with the requests of this browser. */
export function AskPage() {
  const { data } = usePageData();
  return (
    <main id="content" className={styles.page}>
      <Running>
        <Requests owned={NONE} expiries={data?.expiries ?? DEFAULT_EXPIRIES} />
      </Running>
    </main>
  );
}

const NONE: readonly never[] = [];
