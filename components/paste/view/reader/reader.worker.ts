import { createReader, type ReaderCommand } from './reader';

const read = createReader((event) => self.postMessage(event));

self.onmessage = ({ data }: MessageEvent<ReaderCommand>) => read(data);
