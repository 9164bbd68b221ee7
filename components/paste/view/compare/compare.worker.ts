/** Compares two texts in a thread of its own, which the page ends when it takes too long. */
import { compareLines } from './compare.rows';

self.onmessage = ({ data: { left, right } }: MessageEvent<{ left: string[]; right: string[] }>) =>
  self.postMessage(compareLines(left, right));
self.postMessage('ready');
