import { useEffect, useEffectEvent, useState } from 'react';
import { listen } from './listen';

/** Takes files dropped anywhere on the page. @returns whether a file is being dragged over the page */
export function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent(onFiles);

  useEffect(() => {
    // Counts nested elements, because each one below the pointer sends its own events.
    let depth = 0;
    return listen<DragEvent>(window, 'dragenter dragleave dragover drop', (event) => {
      const { type, dataTransfer } = event;
      if (!dataTransfer?.types.includes('Files')) return;
      if (type === 'dragenter') depth += 1;
      if (type === 'dragleave') depth = Math.max(0, depth - 1);
      if (type === 'drop') depth = 0;
      setIsOver(depth > 0);
      // Otherwise the browser would open the file.
      if (type === 'dragover' || type === 'drop') event.preventDefault();
      if (type === 'drop') take([...dataTransfer.files]);
    });
  }, []);

  return isOver;
}
