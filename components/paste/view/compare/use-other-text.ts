'use client';

import { useRef, useState } from 'react';
import { shareLink } from '../model/view-address';
import type { ViewedPaste } from '../model/view-data';
import type { ViewedFile } from '../model/view-files';
import { COMPARE_MAX_BYTES, loadOtherPaste, type OtherPaste, type OtherProblem, type OtherText } from './other-paste';

/** Loads the text to compare with. */
export function useOtherText(paste: ViewedPaste, linkKey: string | null) {
  const [other, setOther] = useState<OtherText | null>(null);
  const [problem, setProblem] = useState<OtherProblem | null>(null);
  const [isLoading, setLoading] = useState(false);
  const [file, setFile] = useState<ViewedFile | null>(null);
  const latest = useRef(0);

  async function take(load: () => Promise<OtherPaste>): Promise<void> {
    const turn = ++latest.current;
    setLoading(true);
    const loaded = await load();
    // Somebody chose another text meanwhile.
    if (turn !== latest.current) return;
    setLoading(false);
    setProblem(loaded.kind === 'problem' ? loaded.problem : null);
    setOther(loaded.kind === 'text' ? loaded.other : null);
  }

  function takeFile(chosen: ViewedFile): void {
    const { name, number, content } = chosen;
    setFile(chosen);
    void take(async () => {
      if (content.size > COMPARE_MAX_BYTES) return { kind: 'problem', problem: 'too-large' };
      const lineLink = (line: number) =>
        paste.burnAfterRead ? null : shareLink(paste.publicId, { key: linkKey, file: number, lines: { first: line, last: line } });
      return { kind: 'text', other: { name, text: await content.text(), lineLink } };
    });
  }

  return {
    other,
    /** The file that is compared; null for another paste, or none. */
    file,
    problem,
    isLoading,
    takeLink: (link: string, password: string) => void take(() => loadOtherPaste(link, password)),
    takeFile,
    takeNothing(): void {
      latest.current++;
      setFile(null);
      setLoading(false);
      setProblem(null);
      setOther(null);
    },
  };
}
