/** Lets text through and refuses what isn't: what is stored must be UTF-8, which JSON guarantees and bytes don't. */

import type { PieceSink } from '../http/body';
import { PublicError } from '../http/errors';

export interface TextSink {
  /** @throws PublicError 415, and what the sink throws */
  push: PieceSink;
  /** @throws PublicError 415 when the text ends within a character */
  end(): void;
}

export function textOnly(sink: PieceSink): TextSink {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const decode = (bytes?: Buffer) => {
    try {
      decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new PublicError(415, 'Unsupported Media Type', {
        details: [
          {
            path: ['content'],
            message: 'expected text in UTF-8. Convert other text: iconv -t UTF-8. Encode binary files: base64 FILE',
          },
        ],
        bodyUnread: true,
      });
    }
  };
  return {
    push(piece) {
      decode(piece);
      return sink(piece);
    },
    end: () => decode(),
  };
}
