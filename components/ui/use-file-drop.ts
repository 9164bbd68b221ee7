import { useEffect, useEffectEvent, useState } from 'react';

/** Takes files dropped anywhere on the page. @returns whether a file is being dragged over the page */
export function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent(onFiles);

  useEffect(() => {
    // Counts nested elements, because each one below the pointer sends its own events.
    let depth = 0;
    const isFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const enter = (event: DragEvent) => {
      if (!isFile(event)) return;
      depth += 1;
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!isFile(event)) return;
      depth -= 1;
      if (depth <= 0) setIsOver(false);
    };
    const over = (event: DragEvent) => {
      if (isFile(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      setIsOver(false);
      if (!isFile(event)) return;
      event.preventDefault();
      take([...(event.dataTransfer?.files ?? [])]);
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('dragenter', enter, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('drop', drop, { signal });
    return () => listening.abort();
  }, []);

  return isOver;
}
