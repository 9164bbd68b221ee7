/** The worker that compares two texts. The page ends it when it takes too long. */
import { compareLines } from './compare-rows';

self.onmessage = ({ data: { left, right } }: MessageEvent<{ left: string[]; right: string[] }>) =>
  self.postMessage(compareLines(left, right));
self.postMessage('ready');
