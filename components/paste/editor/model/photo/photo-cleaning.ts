/** Kinds of metadata removed from a photo; the messages name each. */
export type Metadata = 'location' | 'camera' | 'description' | 'comment' | 'trailer';

export interface CleanedPhoto {
  clean: Blob;
  removed: readonly Metadata[];
}

/** A file's metadata after cleaning: removed, still there as far as anybody knows, or there was none (null). */
export type PhotoCleaning = CleanedPhoto | 'uncleaned' | null;
