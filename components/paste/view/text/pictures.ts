'use client';

import { createContext, useContext, useEffect, useState } from 'react';
import type { ViewedFile } from '../model/view-files';

export const PasteFiles = createContext<readonly ViewedFile[]>([]);

/** Makes an object URL for a blob while the component is mounted. Nothing is fetched: the content is in this page. */
export function useBlobUrl(content: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (content === null) return;
    const address = URL.createObjectURL(content);
    setUrl(address);
    return () => {
      URL.revokeObjectURL(address);
      setUrl(null);
    };
  }, [content]);
  return url;
}

/**
 * Finds a picture among the paste's files.
 * @param name a cleaned file name
 * @returns the `src` for an `img`; null when the paste has no picture of that name, and at the first render
 */
export function usePictureUrl(name: string): string | null {
  const files = useContext(PasteFiles);
  return useBlobUrl(files.find((file) => file.kind === 'picture' && file.name === name)?.content ?? null);
}
