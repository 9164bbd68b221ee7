'use client';

import { createContext, useContext, useEffect, useState } from 'react';
import type { ViewedFile } from '../model/view.files';

/** The files of the paste in view; none where it has none. */
export const PasteFiles = createContext<readonly ViewedFile[]>([]);

/** An address for as long as somebody shows it, from a blob: the content is in this page, and nothing is fetched. */
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
 * A picture of the paste.
 * @param name cleaned
 * @returns its address for an `img`; null when the paste has no picture of that name, and at first
 */
export function usePictureUrl(name: string): string | null {
  const files = useContext(PasteFiles);
  return useBlobUrl(findPicture(files, name)?.content ?? null);
}

/** Only what is a picture by its bytes. */
function findPicture(files: readonly ViewedFile[], name: string): ViewedFile | null {
  return files.find((file) => file.kind === 'picture' && file.name === name) ?? null;
}
