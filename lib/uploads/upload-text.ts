/** Passes UTF-8 on and refuses other bytes: stored contents are UTF-8, which JSON guarantees and an upload doesn't. */

import type { PieceSink } from '../http/body';
import { unsupportedMedia } from '../http/errors';

export function textOnly(sink: PieceSink) {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const decode = (bytes?: Buffer) => {
    try {
      decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw unsupportedMedia('text in UTF-8. Convert other text: iconv -t UTF-8. Encode binary files: base64 FILE', 'content');
    }
  };
  return {
    /** @throws PublicError 415, and what the sink throws */
    push(piece: Buffer): Promise<void> | undefined {
      decode(piece);
      return sink(piece);
    },
    /** @throws PublicError 415 when the text ends within a character */
    end: () => decode(),
  };
}
